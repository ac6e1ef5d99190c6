package bot

import "dogfight/game"

// blocked returns how many steps of the feeler along the course find no room
// for the ship.
func (v *view) blocked(c game.Course) int32 {
	x, y := c.Vector()
	step := vector{x * feelStep / game.One, y * feelStep / game.One}
	side := vector{-y * feelWidth / game.One, x * feelWidth / game.One}
	at := v.at
	for k := range int32(feel) {
		at = at.plus(step)
		if v.s.Arena.Solid(at.x, at.y) ||
			v.s.Arena.Solid(at.x+side.x, at.y+side.y) ||
			v.s.Arena.Solid(at.x-side.x, at.y-side.y) {
			return feel - k
		}
	}
	return 0
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
