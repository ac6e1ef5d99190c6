package server

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"html"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"dogfight/game"
	"dogfight/internal/export"
	"dogfight/internal/replays"
	"dogfight/net/admission"
)

// replayShelf serves saved replays to browsers, as animated pictures. The first request for a picture draws it, one
// picture at a time, with a pause afterwards: strangers' requests must not take the time that the match needs.
type replayShelf struct {
	// Static after construction.
	folder replays.Folder
	log    *slog.Logger
	page   admission.Answer[string] // the list
	turn   chan struct{}            // has one token, for drawing

	drawTime time.Duration // for a picture
	patience time.Duration // of a request that waits for its turn

	mu    sync.Mutex
	films []replayFilm // the latest request last
}

// replayFilm is a picture of a replay.
type replayFilm struct {
	name     string
	modified time.Time // its file
	packed   []byte    // gzip
}

const (
	// filmLength is the end of a match that a picture shows. It takes 0.1 s to draw, and 2 MB at most.
	filmLength = 2 * 60 * game.TickRate
	// maxReplayFile is hours of a match; longer files would take too long to read.
	maxReplayFile = 8 << 20
	// maxFilms is the number of pictures in memory.
	maxFilms                         = 8
	usualDrawTime, usualFilmPatience = 5 * time.Second, 3 * time.Second
	// restFactor times the time for a picture is the pause after it.
	restFactor = 4
)

var (
	errNotShown = errors.New("there is no such replay")
	errBusy     = errors.New("others are looking: try again in some seconds")
)

func newReplayShelf(folder replays.Folder, log *slog.Logger) *replayShelf {
	s := &replayShelf{folder: folder, log: log, turn: make(chan struct{}, 1), drawTime: usualDrawTime, patience: usualFilmPatience}
	s.page.Life, s.page.Find = maxAnswerAge, s.list
	s.turn <- struct{}{}
	return s
}

func (s *replayShelf) addTo(mux *http.ServeMux) {
	mux.HandleFunc("GET /replay/{$}", s.serveList)
	mux.HandleFunc("GET /replay/{file}", s.serveFilm)
}

// The page around the list. With html/template and its reflection, the linker could not drop unused methods, a seventh of the
// program.
const (
	replayListHead = `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="dark light">
<title>Replays</title>
<h1>Replays</h1>
<ul>
`
	replayListFoot = `</ul>
<p><a href="/">Play</a></p>
</html>
`
)

// list returns the page that lists the replays.
func (s *replayShelf) list() (string, error) {
	names, err := s.folder.ProtectedNames()
	if err != nil {
		return "", err
	}
	var page strings.Builder
	page.WriteString(replayListHead)
	if len(names) == 0 {
		page.WriteString("<li>None is kept yet.</li>\n")
	}
	for _, name := range names {
		link := "./" + url.PathEscape(name) + ".svg" // "./": a name with a colon must not be read as a scheme
		fmt.Fprintf(&page, "<li><a href=\"%s\">%s</a></li>\n", html.EscapeString(link), html.EscapeString(name))
	}
	page.WriteString(replayListFoot)
	return page.String(), nil
}

func (s *replayShelf) serveList(w http.ResponseWriter, _ *http.Request) {
	text, err := s.page.Get()
	if err != nil {
		s.log.Warn("replays cannot be listed", "err", err)
		http.Error(w, "the replays cannot be read", http.StatusInternalServerError)
		return
	}
	restrict(w.Header())
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	io.WriteString(w, text)
}

func (s *replayShelf) serveFilm(w http.ResponseWriter, r *http.Request) {
	name, isFilm := strings.CutSuffix(r.PathValue("file"), ".svg")
	if !isFilm {
		http.NotFound(w, r)
		return
	}
	f, err := s.film(r.Context(), name)
	switch {
	case err == errBusy:
		w.Header().Set("Retry-After", "5")
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
	case err != nil:
		http.Error(w, errNotShown.Error(), http.StatusNotFound)
	default:
		f.serve(w, r)
	}
}

// serve answers with the picture, which loads nothing and has no script.
func (f *replayFilm) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	restrict(h)
	h.Set("Content-Type", "image/svg+xml")
	h.Set("Vary", "Accept-Encoding")
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		h.Set("Content-Encoding", "gzip")
		w.Write(f.packed)
		return
	}
	if plain, err := gzip.NewReader(bytes.NewReader(f.packed)); err == nil {
		io.Copy(w, plain)
	}
}

// film returns the picture of a saved replay.
func (s *replayShelf) film(ctx context.Context, name string) (*replayFilm, error) {
	path, err := s.folder.LocateProtected(name)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxReplayFile {
		return nil, errNotShown
	}
	if f := s.find(name, info.ModTime()); f != nil {
		return f, nil
	}
	late := time.NewTimer(s.patience)
	defer late.Stop()
	select {
	case <-s.turn:
	case <-late.C:
		return nil, errBusy
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	began := time.Now()
	defer func() { time.AfterFunc(restFactor*time.Since(began), func() { s.turn <- struct{}{} }) }()
	if f := s.find(name, info.ModTime()); f != nil { // another request has just drawn it
		return f, nil
	}
	packed, err := drawEnd(ctx, path, s.drawTime)
	if err != nil {
		s.log.Warn("a replay cannot be shown", "path", path, "err", err)
		return nil, err
	}
	return s.store(replayFilm{name, info.ModTime(), packed}), nil
}

// find returns the picture of a file that has not changed since; nil if there is none.
func (s *replayShelf) find(name string, modified time.Time) *replayFilm {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.films, func(f replayFilm) bool { return f.name == name && f.modified.Equal(modified) })
	if i < 0 {
		return nil
	}
	f := s.films[i]
	s.films = append(slices.Delete(s.films, i, i+1), f)
	return &f
}

// store stores a picture, in place of the least recently used.
func (s *replayShelf) store(f replayFilm) *replayFilm {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.films) == maxFilms {
		s.films = slices.Delete(s.films, 0, 1)
	}
	s.films = append(s.films, f)
	return &f
}

// drawEnd draws the end of a replay.
func drawEnd(ctx context.Context, path string, most time.Duration) (packed []byte, err error) {
	f, err := replays.Read(path)
	if err != nil {
		return nil, err
	}
	if f.Unplayable != nil {
		return nil, f.Unplayable
	}
	ctx, cancel := context.WithTimeoutCause(ctx, most, fmt.Errorf("it takes longer than %v", most))
	defer cancel()
	o := export.SVGOptions{From: f.Head.First, To: f.LastTick, Progress: func(float64) error { return context.Cause(ctx) }}
	if o.To-o.From > filmLength {
		o.From = o.To - filmLength
	}
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if err := export.WriteSVG(w, f, o); err != nil {
		return nil, err
	}
	err = w.Close()
	return out.Bytes(), err
}
