package bot

import "dogfight/game"

const (
	blast = game.BlastRadius + 4*game.One // where an exploding barrel hurts, and a bit
	nose  = 10 * game.One                 // a shot that passes so near may hit it
)

// bestBarrel returns the barrel to shoot at, or -1: the nearest with a foe in
// its blast, or just the nearest when no foe is in sight.
func (v *view) bestBarrel() int {
	best, near := -1, int32(sightY)
	if !v.level.barrel || v.weapon.Speed == 0 {
		return best
	}
	for i := range v.s.Arena.Barrels {
		barrel := &v.w.Barrels[i]
		at := place(barrel.X, barrel.Y)
		d := at.minus(v.at).length()
		if barrel.HP == 0 || d < blast+soon*game.One || d >= near {
			continue
		}
		if v.foe < 0 || v.foeP.minus(at).length() < blast*3/4 {
			best, near = i, d
		}
	}
	return best
}
