package export

import (
	"math/bits"

	"dogfight/game"
)

// shotFilm is the flight of one shot.
type shotFilm struct {
	way
	slot   int
	weapon uint8
	vx, vy int32
}

func (w *watcher) lookAtShots(is *game.World, slot, tick int) {
	live := is.Ships[slot].Live
	for k := range is.Shots[slot] {
		if live>>k&1 == 0 {
			w.shot[slot][k] = 0
		}
	}
	for ; live != 0; live &= live - 1 {
		k := bits.TrailingZeros8(live)
		s, was := &is.Shots[slot][k], &w.before.Shots[slot][k]
		if w.shot[slot][k] == 0 || s.Left >= was.Left || s.Weapon != was.Weapon {
			w.shots = append(w.shots, shotFilm{way: way{from: tick}, slot: slot, weapon: s.Weapon, vx: s.VX, vy: s.VY})
			w.shot[slot][k] = len(w.shots)
		}
		to := &w.shots[w.shot[slot][k]-1]
		to.points = append(to.points, game.Point{X: s.X, Y: s.Y})
	}
}

func (w *watcher) lookAtThings(is *game.World, tick int) {
	for i := range is.Items {
		at, was := &is.Items[i], &w.before.Items[i]
		if at.Kind == game.NoItem {
			w.item[i] = 0
			continue
		}
		if w.item[i] == 0 || at.Kind != was.Kind || at.X != was.X || at.Y != was.Y {
			w.items = append(w.items, thing{span{tick, tick}, at.Kind, at.X, at.Y})
			w.item[i] = len(w.items)
		}
		w.items[w.item[i]-1].to = tick + 1
	}
	if orb := &is.Orb; *orb != (game.Orb{}) {
		w.orb = follow(w.orb, tick, !leaps(orb, &w.before.Orb), game.Point{X: orb.X, Y: orb.Y})
	}
	for i := range w.setup.Arena.Barrels {
		at, was := &is.Barrels[i], &w.before.Barrels[i]
		if at.HP > 0 {
			w.drums[i] = follow(w.drums[i], tick, was.HP > 0, game.Point{X: at.X, Y: at.Y})
		}
	}
}

// follow extends the last way, or begins another.
func follow(ways []way, tick int, on bool, at game.Point) []way {
	if !on || len(ways) == 0 {
		ways = append(ways, way{from: tick})
	}
	last := &ways[len(ways)-1]
	last.points = append(last.points, at)
	return ways
}
