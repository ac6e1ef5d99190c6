package server

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

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
		if readsText(r.UserAgent()) {
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
		newReplayShelf(o.replayFolder(), e.log).addTo(mux)
	}
	return mux
}

// textBrowsers are the prefixes of user agents that show no pictures.
var textBrowsers = []string{"curl/", "Wget/", "HTTPie/", "w3m/", "Lynx/", "Links ", "ELinks/"}

func readsText(agent string) bool {
	return slices.ContainsFunc(textBrowsers, func(name string) bool { return strings.HasPrefix(agent, name) })
}

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
var soundFiles = sync.OnceValue(func() map[string]*file {
	var address string
	list, samples := sound.PackAll(func(version string) string {
		address = "sound/" + version
		return address
	})
	return map[string]*file{
		"/sound.json": newFile(list, "application/json", "no-cache"),
		"/" + address: newFile(samples, "application/octet-stream", "public, max-age=31536000, immutable"),
	}
})

// file is the answer to a request for a file that does not change.
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

func serveSound(w http.ResponseWriter, r *http.Request) {
	if f := soundFiles()[r.URL.Path]; f != nil {
		f.serve(w, r)
		return
	}
	http.NotFound(w, r)
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
