package export

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"dogfight/proto/replay"
	"dogfight/ui/canvas"
	"dogfight/ui/term"
)

// castFPS is the pictures a second of a terminal recording.
const castFPS = 30

// The versions of asciicast (docs.asciinema.org/manual/asciicast/v3 and v2).
const (
	castVersion2 = 2
	castVersion3 = 3
)

// castTraits is the recorded terminal: nearly all players support its sequences.
var castTraits = term.Traits{Name: "xterm-256color", TrueColor: true}

// castTheme is the default colours for a player.
type castTheme struct {
	Ink     string `json:"fg"`
	Ground  string `json:"bg"`
	Palette string `json:"palette"` // the first 16, with colons between them
}

// castHeader is the first line.
type castHeader struct {
	Version   int        `json:"version"`
	Width     int        `json:"width,omitempty"`  // 2
	Height    int        `json:"height,omitempty"` // 2
	Term      *castTerm  `json:"term,omitempty"`   // 3
	Timestamp int64      `json:"timestamp,omitempty"`
	Duration  float64    `json:"duration,omitempty"` // 2
	Title     string     `json:"title,omitempty"`
	Theme     *castTheme `json:"theme,omitempty"` // 2
}

type castTerm struct {
	Columns int        `json:"cols"`
	Rows    int        `json:"rows"`
	Type    string     `json:"type"`
	Theme   *castTheme `json:"theme"`
}

// castWriter writes events.
type castWriter struct {
	to      *bufio.Writer
	version int
	before  time.Duration // time of the last event
}

// writeCast writes a terminal recording in the format of asciinema.
func writeCast(to io.Writer, f *replay.File, o Options, p Progress, version int) error {
	r, err := newPlayer(f, &o, castFPS)
	if err != nil {
		return err
	}
	film := term.NewRecording(o.Columns, o.Rows, castTraits)
	film.Recolour(grounded(o.Palette))
	w := castWriter{to: bufio.NewWriter(to), version: version}
	if err := w.header(f, &o, r); err != nil {
		return err
	}
	for n := range r.pictures() {
		r.draw(film.Grid())
		if out := film.Frame(); len(out) > 0 {
			w.event(r.at(n), "o", string(out))
		}
		if err := report(p, n, r.pictures()); err != nil {
			return err
		}
	}
	w.event(r.length, "o", string(film.End()))
	if version == castVersion3 {
		w.event(r.length, "x", "0")
	}
	return w.to.Flush()
}

// report reports the progress, at every eighth picture.
func report(p Progress, n, of int) error {
	if p == nil || n%8 != 0 {
		return nil
	}
	return p(float64(n) / float64(of))
}

func (w *castWriter) header(f *replay.File, o *Options, r *player) error {
	h := castHeader{Version: w.version, Title: title(f), Timestamp: f.Head.Started / 1000}
	theme := themeOf(o.Palette)
	if w.version == castVersion2 {
		h.Width, h.Height, h.Duration, h.Theme = o.Columns, o.Rows, r.length.Seconds(), theme
	} else {
		h.Term = &castTerm{o.Columns, o.Rows, castTraits.Name, theme}
	}
	return w.line(h)
}

// title returns the title of a replay.
func title(f *replay.File) string {
	name := canvas.Clean(f.Head.Title)
	if name == "" {
		name = "Dogfight"
	}
	return fmt.Sprintf("%s: %s in %s", name, canvas.Clean(f.Head.Mode), canvas.Clean(f.Head.Arena))
}

// event writes an event with its time: in version 2 since the start, in version 3 since the event before. Times are
// rounded to milliseconds first, so that intervals add up.
func (w *castWriter) event(at time.Duration, code, data string) {
	at = at.Round(time.Millisecond)
	time := at
	if w.version == castVersion3 {
		time = at - w.before
	}
	w.before = at
	w.line([]any{json.Number(fmt.Sprintf("%.3f", time.Seconds())), code, data})
}

// line writes a value in JSON. Errors surface at the flush.
func (w *castWriter) line(value any) error {
	encoder := json.NewEncoder(w.to)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(value)
}

// themeOf returns the theme of a palette.
func themeOf(p canvas.Palette) *castTheme {
	basic := make([]string, 16)
	for i := range basic {
		basic[i] = hex(canvas.Numbered(i))
	}
	return &castTheme{
		Ink: hex(p.Style(trueColours, canvas.TextInk, canvas.Space).Ink), Ground: hex(p.Ground(trueColours)), Palette: strings.Join(basic, ":"),
	}
}

const trueColours = 1 << 24

func hex(c canvas.TermColour) string {
	n, _ := c.Hex()
	return fmt.Sprintf("#%06x", n)
}

// grounded returns a function that replaces default colours by those of a palette, as the player's are unknown.
func grounded(p canvas.Palette) func(canvas.Style) canvas.Style {
	ink, ground := p.Style(trueColours, canvas.TextInk, canvas.Space).Ink, p.Ground(trueColours)
	return func(s canvas.Style) canvas.Style {
		if s.Ground == 0 {
			s.Ground = ground
		}
		if s.Ink == 0 {
			s.Ink = ink
		}
		return s
	}
}
