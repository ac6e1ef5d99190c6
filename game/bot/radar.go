package bot

import "dogfight/game"

// radar is what a bot remembers of the radar: the square in which each foe was
// at its last glance, and for how many glances it has been there.
type radar struct {
	blips [game.MaxShips]blip
	next  game.Tick // when it glances again
}

type blip struct {
	x, y, glances uint8
	fresh         bool // it was seen protected
}

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
		now := blip{uint8(ship.X >> radarBits), uint8(ship.Y >> radarBits), 0, ship.Protect > 0 && v.inSight(ship.X, ship.Y)}
		if was.x == now.x && was.y == now.y {
			now.glances = min(was.glances+1, stillGlances)
		}
		*was = now
	}
}

// spared reports whether the ship of a slot has just spawned: as long as it is
// protected, and, if its pilot does nothing, until the next glance.
func (r *radar) spared(slot int, ship *game.Ship) bool {
	still := place(ship.VX, ship.VY).length() < stillSpeed
	return ship.Protect > 0 || still && r.blips[slot].fresh
}

// still reports whether the blip of a slot has not moved for a while.
func (r *radar) still(slot int) bool { return r.blips[slot].glances >= stillGlances }
