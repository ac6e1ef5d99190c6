package bot

import (
	"math/bits"

	"dogfight/game"
)

// radar is what a bot remembers of each foe: the square of the radar in which it was
// at the last glance, for how many glances it has been there, and when it entered.
type radar struct {
	blips [game.MaxShips]blip
	fresh [game.MaxShips]game.Tick // until when one that was seen protected is spared
	next  game.Tick                // when it glances again
}

type blip struct{ x, y, glances uint8 }

// watch notes who on the screen has just entered.
func (r *radar) watch(v *view) {
	for foes := v.foes; foes != 0; foes &= foes - 1 {
		i := bits.TrailingZeros64(foes)
		if ship := &v.w.Ships[i]; ship.Protect > 0 && v.inSight(ship.X, ship.Y) {
			r.fresh[i] = v.w.Tick + game.Tick(ship.Protect) + graceTime
		}
	}
}

// glance compares the radar with what it showed before.
func (r *radar) glance(v *view) {
	if v.w.Tick < r.next {
		return
	}
	r.next = v.w.Tick + glanceTime
	for i := range r.blips {
		if v.foes>>i&1 == 0 {
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

// spared reports whether the ship of a slot has just entered: as long as it is
// protected, and a while longer if its pilot has done nothing yet.
func (r *radar) spared(slot int, ship *game.Ship, now game.Tick) bool {
	still := place(ship.VX, ship.VY).length() < stillSpeed
	return ship.Protect > 0 || still && ship.Live == 0 && now < r.fresh[slot]
}

// still reports whether the blip of a slot has not moved for a while.
func (r *radar) still(slot int) bool { return r.blips[slot].glances >= stillGlances }
