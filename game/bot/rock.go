package bot

import "dogfight/game"

// room returns how many steps of the feeler along the course find room for the
// ship.
func (v *view) room(c game.Course) int32 {
	x, y := c.Vector()
	step := vector{x * feelStep / game.One, y * feelStep / game.One}
	side := vector{-y * feelWidth / game.One, x * feelWidth / game.One}
	at := v.at
	for k := range int32(feel) {
		at = at.plus(step)
		if v.s.Arena.Solid(at.x, at.y) ||
			v.s.Arena.Solid(at.x+side.x, at.y+side.y) ||
			v.s.Arena.Solid(at.x-side.x, at.y-side.y) {
			return k
		}
	}
	return feel
}

// fits reports whether the ship can fly straight from one place to the other.
func (v *view) fits(from, to vector) bool {
	a := v.s.Arena
	way := to.minus(from)
	n := steps(way)
	for k := int32(1); k <= n; k++ {
		at := from.plus(way.times(k).over(n))
		left, right, top, bottom := at.x-feelWidth, at.x+feelWidth, at.y-feelWidth, at.y+feelWidth
		if a.Solid(left, top) || a.Solid(right, top) || a.Solid(left, bottom) || a.Solid(right, bottom) {
			return false
		}
	}
	return true
}

// within returns the place to, or how far the ship gets towards it in so much
// room.
func (v *view) within(room int32, to vector) vector {
	way := to.minus(v.at)
	length, most := way.length(), room*feelStep
	if room == feel || length <= most {
		return to
	}
	return v.at.plus(vector{scale(way.x, most, length), scale(way.y, most, length)})
}

// trailCost returns how unwillingly a bot that looks for a way comes back to
// where it was.
func (b *Bot) trailCost(at vector) (cost int32) {
	for i := range b.trail {
		if d := b.trail[i].minus(at).length(); d < trailRange {
			cost += (trailRange - d) / game.One / 2
		}
	}
	return cost
}
