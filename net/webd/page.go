// Package page is what browsers get: a page that shows a terminal over a WebSocket, as net/webd has it. Its files lie here as
// browsers read them, with no step between; those of others are in npm, with their checksums and their licence.
package webd

import (
	"net/http"
	"strings"
)

// Handler serves the page.
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
