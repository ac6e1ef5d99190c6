package server

import (
	"net/http"

	"dogfight/net/webd/page"
)

// webPages answers all that browsers ask for but their terminals.
func (s *Server) webPages() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /sound.json", soundFiles.serve)
	mux.HandleFunc("GET /sound/", soundFiles.serve)
	mux.Handle("/", page.Handler())
	return mux
}
