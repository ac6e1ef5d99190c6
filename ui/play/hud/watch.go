// Package watch is what the match screen has for a recorded match beside what it has for any: the keys that go through it, a
// time line under the match, and a director, who turns the camera to where the fight is.
//
// The Screen gives it each View that it sees, and the camera to be turned; each key before it takes it for a spectator's; and
// the rows at the bottom of the terminal.
package hud

import (
	"time"

	"dogfight/game"
	"dogfight/net/playback"
	"dogfight/ui/play/model"
	"dogfight/ui/play/scene"
)

// Watch is how a recorded match is watched.
type Watch struct {
	match    *playback.Match
	own      string // name of the viewer's pilot; "" for none
	chosen   bool   // the viewer chose a ship, and no director chooses another
	directed bool   // the ship in the last View is the director's choice
	director director
	line     line
}

// New returns how a match is watched: the viewer's pilot is followed, by that name, or if there is none, the fight.
func NewWatch(m *playback.Match, own string) *Watch {
	return &Watch{match: m, own: own, director: director{moments: m.Moments(), slot: -1}}
}

// See turns the camera to the ship that is to be seen in a View.
func (w *Watch) See(m *model.Match, now time.Time, c *scene.Camera) {
	w.directed = false
	if w.chosen || c.Free() {
		return
	}
	if slot := w.ownSlot(m); slot >= 0 {
		c.Choose(slot)
		return
	}
	w.directed = true
	if slot := w.director.choose(m, now, w.match.Backwards()); slot >= 0 {
		c.Choose(slot)
	}
}

// ownSlot returns the slot of the viewer's pilot, if that is to be followed and in the round; or -1.
func (w *Watch) ownSlot(m *model.Match) int {
	if w.own == "" {
		return -1
	}
	for i := range m.Roster {
		if p := &m.Roster[i]; p.Name == w.own && int(p.Slot) < len(m.World.Ships) && m.World.Ships[p.Slot].State != game.Empty && !m.OutOfRound(int(p.Slot)) {
			return int(p.Slot)
		}
	}
	return -1
}

// direct has the director choose from now on.
func (w *Watch) direct(c *scene.Camera) {
	w.own, w.chosen = "", false
	w.director.slot = -1
	c.Leave()
}

// follow has a ship be followed from now on.
func (w *Watch) follow(slot int, c *scene.Camera) {
	w.own, w.chosen = "", true
	c.Choose(slot)
}
