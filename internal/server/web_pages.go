package server

import (
	"encoding/json"
	"net"
	"net/http"
	"net/netip"
	"strings"

	"dogfight/net/webd"
)

// webPages returns what browsers can read here, beside what they play by.
//
//	/            the page; for a browser of text, what join.txt says
//	/sound/      what is heard, and /sound.json what there is
//	/join.txt    what to type in a terminal to join
//	/info        what dogfight info prints of this host
//	/replay/     the replays that are kept, and /replay/NAME.svg each, if the operator wants that
func (s *Server) webPages(o *Options) http.Handler {
	mux := http.NewServeMux()
	whole := webd.PageHandler()
	mux.Handle("/", whole)
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		if readsText(r.UserAgent()) {
			w.Header().Set("Vary", "User-Agent")
			s.serveJoin(w, r)
			return
		}
		whole.ServeHTTP(w, r)
	})
	mux.HandleFunc("GET /sound.json", soundFiles.serve)
	mux.HandleFunc("GET /sound/", soundFiles.serve)
	mux.HandleFunc("GET /join.txt", s.serveJoin)
	mux.HandleFunc("GET /info", s.serveInfo)
	if o.WebReplays {
		newReplayShelf(o.replayFolder(), s.log).addTo(mux)
	}
	return mux
}

// textBrowsers begin what browsers and programs call themselves that show no picture.
var textBrowsers = []string{"curl/", "Wget/", "HTTPie/", "w3m/", "Lynx/", "Links ", "ELinks/"}

func readsText(agent string) bool {
	for _, name := range textBrowsers {
		if strings.HasPrefix(agent, name) {
			return true
		}
	}
	return false
}

// serveJoin tells what to type in a terminal to join, by the name that the reader knows the host by.
func (s *Server) serveJoin(w http.ResponseWriter, r *http.Request) {
	if s.invites.Load() == nil { // the doors are still being opened
		w.Header().Set("Retry-After", "1")
		http.Error(w, "the host is starting", http.StatusServiceUnavailable)
		return
	}
	info, _ := s.told()
	plainText(w)
	var text strings.Builder
	text.WriteString(info.Title + "\n\nPlay in a terminal:\n\n")
	for _, hint := range s.joinHintsFor(nameIn(r.Host)) {
		text.WriteString("  " + hint + "\n")
	}
	text.WriteString("\nOr open this address in a browser with JavaScript.\n")
	w.Write([]byte(text.String()))
}

// serveInfo tells what dogfight info does, but for where browsers may play, which its reader knows. It is as new as what others are told who ask without a connection.
func (s *Server) serveInfo(w http.ResponseWriter, _ *http.Request) {
	info, progress := s.told()
	h := w.Header()
	h.Set("Content-Type", "application/json")
	harmless(h)
	answer := InfoOf(&info, &progress)
	answer.Closing = s.front == nil && s.host.Draining()
	json.NewEncoder(w).Encode(answer)
}

// plainText has an answer be text that changes.
func plainText(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	harmless(w.Header())
}

// harmless has browsers take an answer for what it says that it is, for the host's own pages alone, and ask anew each time.
func harmless(h http.Header) {
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-cache")
	h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'self'; sandbox")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Referrer-Policy", "no-referrer")
}

// nameIn returns the name or address in a Host header, or "" if there is none that may stand in a line for a shell, or
// the reader could not use it there.
func nameIn(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.Trim(host, "[]")
	if a, err := netip.ParseAddr(host); err == nil {
		if a.Is6() && a.IsLinkLocalUnicast() {
			return "" // a browser tells no zone, without which a terminal cannot use it
		}
		return a.WithZone("").String()
	}
	host = strings.ToLower(host)
	if host != "" && host[0] != '-' && strings.Trim(host, "abcdefghijklmnopqrstuvwxyz0123456789.-") == "" {
		return host
	}
	return ""
}
