package dialect

import (
	"cmp"
	"slices"

	"dogfight/game"
)

// Wall is a straight part of a ship's trail.
type Wall struct {
	ID       uint32     // never that of another wall, or of a Thing, before it
	Slot     uint8      // of the ship
	From, To game.Point // its end at the tail, and the one nearer to the ship
}

// seenTrail is a trail as the last Update saw it, with the numbers of the walls that begin at its
// corners.
type seenTrail struct {
	trail game.Trail
	ids   [game.MaxCorners]uint32
}

// updateWalls lists the walls of trails. The last of a trail grows with its ship, the first fades, and
// both stay the same walls.
func (c *Tracker) updateWalls(s *Scene) {
	c.Walls = c.Walls[:0]
	if s.Setup.Mode != game.Trails {
		return
	}
	if s.World.Rounds.Number != c.round {
		c.trails, c.round = [game.MaxRacers]seenTrail{}, s.World.Rounds.Number
	}
	for i := range s.World.Trails {
		t, ship := &s.World.Trails[i], &s.World.Ships[i]
		seen := &c.trails[i]
		seen.follow(t)
		for k := range t.Walls() {
			from, to, wall := t.Wall(k, game.Point{X: ship.X, Y: ship.Y})
			if !wall {
				continue
			}
			if seen.ids[k] == 0 {
				seen.ids[k] = c.number()
			}
			c.Walls = append(c.Walls, Wall{ID: seen.ids[k], Slot: uint8(i), From: from, To: to})
		}
	}
}

// follow takes the numbers of the corners that are gone away: the first that are left are those after
// which the corners are as they were.
func (s *seenTrail) follow(t *game.Trail) {
	was, ids := &s.trail, s.ids
	gone := 0
	for gone < int(was.Count) && !sameFrom(was, gone, t) {
		gone++
	}
	s.ids = [game.MaxCorners]uint32{}
	copy(s.ids[:min(int(was.Count)-gone, int(t.Count))], ids[gone:])
	s.trail = *t
}

// sameFrom reports whether a trail has become another one by losing so many corners, and then perhaps
// moving its tail and getting new ones.
func sameFrom(was *game.Trail, gone int, is *game.Trail) bool {
	left := int(was.Count) - gone
	return left <= int(is.Count) && slices.Equal(was.Corners[gone+1:was.Count], is.Corners[1:left])
}

// SortWalls puts those first that are nearest to the player's ship, or to the middle of the arena.
func (c *Tracker) SortWalls(s *Scene) {
	at := s.eye()
	way := func(wall *Wall) int64 {
		dx := int64(min(max(at.X, min(wall.From.X, wall.To.X)), max(wall.From.X, wall.To.X)) - at.X)
		dy := int64(min(max(at.Y, min(wall.From.Y, wall.To.Y)), max(wall.From.Y, wall.To.Y)) - at.Y)
		return dx*dx + dy*dy
	}
	slices.SortFunc(c.Walls, func(a, b Wall) int {
		return cmp.Or(cmp.Compare(way(&a), way(&b)), cmp.Compare(a.ID, b.ID))
	})
}
