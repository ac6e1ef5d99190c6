package bot

import "dogfight/game"

// radar is what a bot remembers of the radar: the square in which each foe was
// at its last glance, and for how many glances it has been there.
type radar struct {
	blips [game.MaxShips]blip
	next  game.Tick // when it glances again
}

type blip struct{ x, y, glances uint8 }

// glance compares the radar with what it showed before.
func (r *radar) glance(v *view) {
	if v.w.Tick < r.next {
		return
	}
	r.next = v.w.Tick + glanceTime
	for i := range r.blips {
		if !v.hostile(i) {
			r.blips[i] = blip{}
			continue
		}
		was, ship := &r.blips[i], &v.w.Ships[i]
		now := blip{uint8(ship.X >> radarBits), uint8(ship.Y >> radarBits), 0}
		if was.x == now.x && was.y == now.y {
			now.glances = min(was.glances+1, stillGlances)
		}
		*was = now
	}
}

// still reports whether the blip of a slot has not moved for a while.
func (r *radar) still(slot int) bool { return r.blips[slot].glances >= stillGlances }
