package dogfight

import (
	"cmp"
	"slices"
)

// shrink leaves in a State what so many bytes have room for: the ship of the player, then those nearest to it, then the
// nearest power-ups. Without a ship the player looks from the given point.
func (s *State) shrink(size int, player ID, from point) {
	own := func(ship Ship) bool { return ship.PlayerID == player }
	if i := slices.IndexFunc(s.Ships, own); i >= 0 {
		from = point{s.Ships[i].X, s.Ships[i].Y}
	}
	way := func(ship *Ship) int64 {
		if own(*ship) {
			return -1
		}
		return from.way(ship.X, ship.Y)
	}
	slices.SortStableFunc(s.Ships, func(a, b Ship) int { return cmp.Compare(way(&a), way(&b)) })
	slices.SortStableFunc(s.PowerUps, func(a, b PowerUp) int {
		return cmp.Compare(from.way(a.X, a.Y), from.way(b.X, b.Y))
	})
	room := size - headSize
	s.Ships = s.Ships[:min(len(s.Ships), room/shipSize(Bullets))]
	room -= len(s.Ships) * shipSize(Bullets)
	s.PowerUps = s.PowerUps[:min(len(s.PowerUps), room/powerUpSize)]
}

type point struct{ x, y int32 }

// way returns the square of the distance to another point.
func (p point) way(x, y int32) int64 {
	dx, dy := int64(x-p.x), int64(y-p.y)
	return dx*dx + dy*dy
}
