package playback

import (
	"dogfight/game"
	"dogfight/proto/replay"
)

// Moment is something worth looking at.
type Moment struct {
	Tick     game.Tick
	Event    game.EventKind // 0: a mark
	Slot, By uint8          // as in an Event
	What     uint8          // likewise
	Text     string         // of a mark
}

// Mark reports whether somebody marked the moment.
func (m *Moment) Mark() bool { return m.Event == 0 }

// momentsOf returns the moments of a file, by rising ticks.
func momentsOf(f *replay.File) (list []Moment) {
	for i := range f.Notes {
		switch n := &f.Notes[i]; {
		case n.Kind == replay.NoteMark:
			list = append(list, Moment{Tick: n.Tick, Text: n.Text})
		case n.Kind == replay.NoteDeed && n.Deed.Kind != 0:
			list = append(list, Moment{n.Tick, n.Deed.Kind, n.Deed.Slot, n.Deed.By, n.Deed.What, ""})
		}
	}
	return list
}

// Moments returns all in the file, by rising ticks. They are read-only.
func (m *Match) Moments() []Moment { return m.moments }
