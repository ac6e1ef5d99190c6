package server

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"

	"dogfight/internal/replays"
	"dogfight/net/webd"
	"dogfight/ui/sound"
)

// webPages serves the page that browsers play on, and pages beside it.
//
//	/            the page; for a text browser, join.txt
//	/sound/      samples of sounds, and /sound.json their list
//	/join.txt    commands to join in a terminal
//	/info        the output of dogfight info
//	/replay/     the list of replays, and /replay/NAME.svg each, if the operator serves them
func (e *Entrance) webPages(o *Options) http.Handler {
	mux := http.NewServeMux()
	page := webd.PageHandler()
	mux.Handle("/", page)
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		if slices.ContainsFunc(textBrowsers, func(name string) bool { return strings.HasPrefix(r.UserAgent(), name) }) {
			w.Header().Set("Vary", "User-Agent")
			e.serveJoin(w, r)
			return
		}
		page.ServeHTTP(w, r)
	})
	mux.HandleFunc("GET /sound.json", serveSound)
	mux.HandleFunc("GET /sound/", serveSound)
	mux.HandleFunc("GET /join.txt", e.serveJoin)
	mux.HandleFunc("GET /info", e.serveInfo)
	if o.WebReplays {
		folder := replays.Folder{Path: o.Dirs.Replays()}
		if o.Archive != nil {
			folder = o.Archive.Folder
		}
		newReplayShelf(folder, e.log).addTo(mux)
	}
	return mux
}

// textBrowsers are the prefixes of user agents that show no pictures.
var textBrowsers = []string{"curl/", "Wget/", "HTTPie/", "w3m/", "Lynx/", "Links ", "ELinks/"}

// serveJoin prints the commands to join in a terminal, with the name by which the reader knows the host.
func (e *Entrance) serveJoin(w http.ResponseWriter, r *http.Request) {
	if e.invites.Load() == nil { // the doors are still being opened
		w.Header().Set("Retry-After", "1")
		http.Error(w, "the host is starting", http.StatusServiceUnavailable)
		return
	}
	info, _ := e.lobby.info()
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	restrict(w.Header())
	fmt.Fprintf(w, "%s\n\nPlay in a terminal:\n\n", info.Title)
	for _, hint := range e.joinHints(hostName(r.Host)) {
		fmt.Fprintf(w, "  %s\n", hint)
	}
	io.WriteString(w, "\nOr open this address in a browser with JavaScript.\n")
}

// serveInfo answers as dogfight info does, without the URL for browsers, which the reader knows. The info is as recent as for
// queries without a connection.
func (e *Entrance) serveInfo(w http.ResponseWriter, _ *http.Request) {
	info, progress := e.lobby.info()
	w.Header().Set("Content-Type", "application/json")
	restrict(w.Header())
	answer := InfoOf(&info, &progress)
	answer.Closing = e.lobby.draining()
	json.NewEncoder(w).Encode(answer)
}

// restrict makes browsers keep to the content type of an answer, show it on the host's own pages alone, and request it again each time.
func restrict(h http.Header) {
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-cache")
	h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'self'; sandbox")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Referrer-Policy", "no-referrer")
}

// hostName returns the name or address in a Host header, or "" if it is not safe in a shell, or of no use
// to the reader.
func hostName(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.Trim(host, "[]")
	if a, err := netip.ParseAddr(host); err == nil {
		if a.Is6() && a.IsLinkLocalUnicast() {
			return "" // browsers omit the zone, which a terminal needs
		}
		return a.WithZone("").String()
	}
	host = strings.ToLower(host)
	if host != "" && host[0] != '-' && strings.Trim(host, "abcdefghijklmnopqrstuvwxyz0123456789.-") == "" {
		return host
	}
	return ""
}

// soundFiles returns the sounds for pages, by path: a list that pages request each time, and samples that they cache. They are packed
// for the first request.
var soundFiles = sync.OnceValue(func() map[string]*webd.File {
	var address string
	list, samples := sound.PackAll(func(version string) string {
		address = "sound/" + version
		return address
	})
	return map[string]*webd.File{
		"/sound.json": webd.NewFile("application/json", "no-cache", list),
		"/" + address: webd.NewFile("application/octet-stream", "public, max-age=31536000, immutable", samples),
	}
})

func serveSound(w http.ResponseWriter, r *http.Request) {
	if f := soundFiles()[r.URL.Path]; f != nil {
		f.ServeHTTP(w, r)
		return
	}
	http.NotFound(w, r)
}
