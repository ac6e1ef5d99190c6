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
		f.ServeHTTP(w, r)
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

// File is a file that does not change, as an http.Handler.
type File struct {
	kind, cache string // headers
	packed      []byte
	size        int    // unpacked
	tag         string // of its bytes, without quotes
}

// pageFiles returns the files by path, without the first slash. They are made for the first request. Browsers revalidate each
// time, so that after an update of the host no page is mixed from two versions.
var pageFiles = sync.OnceValue(func() map[string]*File {
	all := map[string]*File{}
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
		all[strings.TrimSuffix(name, packed)] = newFile(kind, "no-cache", b, strings.HasSuffix(name, packed))
		return nil
	})
	return all
})

// NewFile returns a file with its content type, and a Cache-Control for browsers.
func NewFile(kind, cache string, b []byte) *File { return newFile(kind, cache, b, false) }

// newFile returns a file of bytes that may be packed.
func newFile(kind, cache string, b []byte, isPacked bool) *File {
	f := &File{kind: kind, cache: cache, packed: b}
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
func (f *File) unpack() []byte {
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
func (f *File) isDocument() bool { return f.kind == types[".html"] || f.kind == types[".svg"] }

// ServeHTTP answers GET and HEAD.
func (f *File) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	setPolicy(h)
	h.Set("Vary", "Accept-Encoding")
	h.Set("Cache-Control", f.cache)
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
