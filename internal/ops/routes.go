package ops

import (
	"bytes"
	"io"
	"net/http"
	"net/http/pprof"
	"sync"
	"time"
)

// routes answers requests. Where the door is private, profiles can be had.
func routes(m *Monitor, private bool) http.Handler {
	mux, written := http.NewServeMux(), &scrape{monitor: m}
	mux.HandleFunc("/metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		w.Write(written.text(time.Now()))
	})
	mux.HandleFunc("/healthz", func(w http.ResponseWriter, _ *http.Request) { answer(w, m.Healthy()) })
	mux.HandleFunc("/readyz", func(w http.ResponseWriter, _ *http.Request) { answer(w, m.Ready()) })
	if private {
		profiles(mux)
	}
	return mux
}

// answer says ok, or what is wrong.
func answer(w http.ResponseWriter, wrong error) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	if wrong != nil {
		w.WriteHeader(http.StatusServiceUnavailable)
		io.WriteString(w, wrong.Error()+"\n")
		return
	}
	io.WriteString(w, "ok\n")
}

// profiles serves what go tool pprof wants.
func profiles(mux *http.ServeMux) {
	for path, serve := range map[string]http.HandlerFunc{
		"/debug/pprof/": pprof.Index, "/debug/pprof/cmdline": pprof.Cmdline, "/debug/pprof/profile": pprof.Profile,
		"/debug/pprof/symbol": pprof.Symbol, "/debug/pprof/trace": pprof.Trace,
	} {
		mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			c := http.NewResponseController(w)
			c.SetReadDeadline(time.Time{}) // which would end it
			c.SetWriteDeadline(time.Now().Add(profileTime))
			serve(w, r)
		})
	}
}

// scrape is the text of all figures, which is good for a moment: whoever asks without pause costs little.
type scrape struct {
	monitor *Monitor

	mu sync.Mutex
	at time.Time
	b  []byte // never changed
}

const scrapeTime = 100 * time.Millisecond

func (s *scrape) text(now time.Time) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.b == nil || now.Sub(s.at) >= scrapeTime {
		var b bytes.Buffer
		s.monitor.Write(&b)
		s.b, s.at = b.Bytes(), now
	}
	return s.b
}
