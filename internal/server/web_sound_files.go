package server

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"
	"sync"
	"time"

	"dogfight/ui/sound"
)

// soundFiles are what a page plays effects from: a list that it asks for each time, and samples that it keeps. They are made
// when somebody first wants to hear something.
var soundFiles = files{find: sync.OnceValue(func() map[string]*file {
	var address string
	list, samples := sound.PackAll(func(version string) string {
		address = "sound/" + version
		return address
	})
	return map[string]*file{
		"/sound.json": newFile(list, "application/json", "no-cache"),
		"/" + address: newFile(samples, "application/octet-stream", "public, max-age=31536000, immutable"),
	}
})}

// files are answers to requests, by path.
type files struct{ find func() map[string]*file }

// file is one of them, that does not change.
type file struct {
	kind, cache   string // headers
	tag           string // strong
	plain, zipped []byte
}

func newFile(plain []byte, kind, cache string) *file {
	sum := sha256.Sum256(plain)
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
	w.Write(plain)
	w.Close()
	return &file{kind: kind, cache: cache, tag: base64.RawURLEncoding.EncodeToString(sum[:12]), plain: plain, zipped: b.Bytes()}
}

// serve answers a request for one of them.
func (f *files) serve(w http.ResponseWriter, r *http.Request) {
	file := f.find()[r.URL.Path]
	if file == nil {
		http.NotFound(w, r)
		return
	}
	file.serve(w, r)
}

func (f *file) serve(w http.ResponseWriter, r *http.Request) {
	body, tag := f.plain, `"`+f.tag+`"`
	h := w.Header()
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		body, tag = f.zipped, `"`+f.tag+`-gzip"` // another representation, another tag (RFC 9110, 8.8.3.3)
		h.Set("Content-Encoding", "gzip")
	}
	h.Set("Content-Type", f.kind)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", f.cache)
	h.Set("Vary", "Accept-Encoding")
	h.Set("ETag", tag)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}
