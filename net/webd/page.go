package webd

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"io"
	"io/fs"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
)

// PageHandler serves the page: the files in the folder page, as they are. Those of others are in page/npm, with checksums and
// licence.
func PageHandler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		setPolicy(w.Header())
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "a page can be read, and no more", http.StatusMethodNotAllowed)
			return
		}
		name := strings.TrimPrefix(r.URL.Path, "/")
		if name == "" {
			name = index
		}
		f, ok := pageFiles()[name]
		if !ok {
			http.NotFound(w, r)
			return
		}
		if f.isDocument() {
			setDocumentPolicy(w.Header(), r)
		}
		f.serve(w, r)
	})
}

//go:embed page
var pageFolder embed.FS

// embedded holds the page's files.
var embedded = func() fs.FS {
	sub, err := fs.Sub(pageFolder, "page")
	if err != nil {
		panic(err)
	}
	return sub
}()

// index is the file at /.
const index = "index.html"

// packed is the suffix of files that are embedded compressed.
const packed = ".gz"

// types are the content types by extension. Other files are not served.
var types = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
	".mjs": "text/javascript; charset=utf-8", ".svg": "image/svg+xml", ".webmanifest": "application/manifest+json", "": "text/plain; charset=utf-8",
}

// file is a file of the page.
type file struct {
	kind   string
	packed []byte
	size   int    // unpacked
	tag    string // of its bytes, without quotes
}

// pageFiles returns the files by path, without the first slash. They are made for the first request.
var pageFiles = sync.OnceValue(func() map[string]*file {
	all := map[string]*file{}
	fs.WalkDir(embedded, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			panic(err) // embedded
		}
		kind, served := types[path.Ext(strings.TrimSuffix(name, packed))]
		if d.IsDir() || !served {
			return nil
		}
		b, err := fs.ReadFile(embedded, name)
		if err != nil {
			panic(err)
		}
		all[strings.TrimSuffix(name, packed)] = newFile(kind, b, strings.HasSuffix(name, packed))
		return nil
	})
	return all
})

// newFile returns a file of bytes that may be packed.
func newFile(kind string, b []byte, isPacked bool) *file {
	f := &file{kind: kind, packed: b}
	plain := b
	if isPacked {
		plain = f.unpack()
	} else {
		var out bytes.Buffer
		w, _ := gzip.NewWriterLevel(&out, gzip.BestCompression)
		w.Write(b)
		w.Close()
		f.packed = out.Bytes()
	}
	sum := sha256.Sum256(plain)
	f.size, f.tag = len(plain), base64.RawURLEncoding.EncodeToString(sum[:12])
	return f
}

// unpack returns the bytes without compression.
func (f *file) unpack() []byte {
	r, err := gzip.NewReader(bytes.NewReader(f.packed))
	if err != nil {
		panic(err) // embedded
	}
	b, err := io.ReadAll(r)
	if err != nil {
		panic(err)
	}
	return b
}

// isDocument reports whether browsers run scripts of the file when it is opened by itself.
func (f *file) isDocument() bool { return f.kind == types[".html"] || f.kind == types[".svg"] }

// serve answers GET and HEAD. Browsers revalidate each time, so that after an update of the host no page is mixed from two versions.
func (f *file) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Vary", "Accept-Encoding")
	h.Set("Cache-Control", "no-cache")
	tag, zipped := `"`+f.tag+`"`, accepts(r.Header.Get("Accept-Encoding"), "gzip")
	if zipped {
		tag = `"` + f.tag + `-gz"`
	}
	h.Set("ETag", tag)
	if matches(r.Header.Get("If-None-Match"), tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Type", f.kind)
	b, size := f.packed, len(f.packed)
	if zipped {
		h.Set("Content-Encoding", "gzip")
	} else {
		b, size = nil, f.size
	}
	h.Set("Content-Length", strconv.Itoa(size))
	if r.Method == http.MethodHead {
		return
	}
	if !zipped {
		b = f.unpack()
	}
	w.Write(b)
}

// accepts reports whether a list of codings includes one (RFC 9110, 12.5.3).
func accepts(list, coding string) bool {
	any := false
	for part := range strings.SplitSeq(list, ",") {
		name, quality, _ := strings.Cut(strings.ReplaceAll(strings.ToLower(part), " ", ""), ";q=")
		q, err := strconv.ParseFloat(quality, 64)
		takes := quality == "" || err == nil && q > 0
		switch name {
		case coding:
			return takes
		case "*":
			any = takes
		}
	}
	return any
}

// matches reports whether a list of tags includes one (RFC 9110, 13.1.2).
func matches(list, tag string) bool {
	for one := range strings.SplitSeq(list, ",") {
		one = strings.TrimSpace(one)
		if one == "*" || strings.TrimPrefix(one, "W/") == tag {
			return true
		}
	}
	return false
}
