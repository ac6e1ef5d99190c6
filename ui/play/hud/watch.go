package hud

import (
	"time"

	"dogfight/game"
	"dogfight/net/playback"
	"dogfight/ui/play/model"
	"dogfight/ui/play/scene"
)

// Watch plays a recorded match: its keys, the time line, and a director who turns the camera to the fight.
type Watch struct {
	match    *playback.Match
	own      string // the viewer's pilot; "": none
	chosen   bool   // by the viewer; the director must not change it
	directed bool   // the director chose the current ship
	director director
	line     line
}

// NewWatch returns the playback of m. It follows the pilot named own, otherwise the fight.
func NewWatch(m *playback.Match, own string) *Watch {
	return &Watch{match: m, own: own, director: director{moments: m.Moments(), slot: -1}}
}

// See turns the camera to the ship to show.
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

// ownSlot returns the slot of the viewer's pilot while it is followed and in the round, or -1.
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

// direct gives the camera to the director.
func (w *Watch) direct(c *scene.Camera) {
	w.own, w.chosen = "", false
	w.director.slot = -1
	c.Leave()
}

func (w *Watch) follow(slot int, c *scene.Camera) {
	w.own, w.chosen = "", true
	c.Choose(slot)
}
