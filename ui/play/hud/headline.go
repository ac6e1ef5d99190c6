package hud

import (
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
)

// Headline is a short message in large letters.
type Headline struct {
	words string
	ink   canvas.Colour
	at    time.Time
}

const headlineStays = 1500 * time.Millisecond

// Note shows an event that has a headline in the mode.
func (h *Headline) Note(m *model.Match, now time.Time, ev *game.Event) {
	headline := objectives[m.Setup.Mode].headline
	if headline == nil {
		return
	}
	if words, ink := headline(m, ev); words != "" {
		*h = Headline{words, ink, now}
	}
}

func (h *Headline) Draw(f *Frame) {
	if h.words != "" && f.Sheet.Now.Sub(h.at) < headlineStays && f.Match.World.Status == game.InProgress {
		f.Sheet.Headline(f.Sheet.Height()/4, h.words, h.ink)
	}
}
