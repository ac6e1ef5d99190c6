package hud

import (
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
)

// Headline is what is told in large letters for a moment.
type Headline struct {
	words string
	ink   canvas.Colour
	at    time.Time
}

const headlineStays = 1500 * time.Millisecond

// Note takes up what the mode of the match tells of an event that way.
func (h *Headline) Note(m *model.Match, now time.Time, ev *game.Event) {
	headline := objectives[m.Setup.Mode].headline
	if headline == nil {
		return
	}
	if words, ink := headline(m, ev); words != "" {
		*h = Headline{words, ink, now}
	}
}

// Draw draws it as long as it is new.
func (h *Headline) Draw(f *Frame) {
	if h.words != "" && f.Now.Sub(h.at) < headlineStays && f.World.Status == game.InProgress {
		f.Headline(f.Height()/4, h.words, h.ink)
	}
}
