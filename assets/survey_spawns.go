package assets

import "dogfight/game"

// The least distances between entering ships, in tiles. They cannot choose: all enter at the start of a match.
const (
	// Foes that see each other. The cannon, the default gun, fires 360 units a second, so 12 tiles, 96 units, take a shot
	// 0.27 s, about as long as a player needs to react. On the smallest field of view, 80x24, it is half the height: a foe
	// farther away may not even be on the screen.
	foesInSight = 12
	// Foes with rock between them. The blast of a barrel passes through rock: one must not reach two entering ships.
	foesApart = 1 + game.BlastRadius/(game.TileSize*game.One)
	// All others: mates, and racers. Entering ships must not push each other.
	shipsApart = 1 + 2*game.HullHalf/(game.TileSize*game.One)
	// A well and a spawn. It would drag ships away before their players find them.
	wellApart = 1 + game.WellRadius/(game.TileSize*game.One)
)

// The least number of spawns, except in small arenas.
const (
	fewestSpawns = 12      // for eight pilots, with some choice
	duelTiles    = 60 * 45 // smaller arenas are for duels
)

// spawn is the tile of a spawn.
type spawn struct {
	x, y int
	team int // 0: any
}

// spawns returns all spawns, row by row from left to right.
func (s *surveyor) spawns() (all []spawn) {
	for i, tile := range s.Tiles {
		if team := teamOf(tile); team > 0 || tile == game.SpawnTile {
			all = append(all, spawn{i % s.Width, i / s.Width, team})
		}
	}
	return all
}

// checkDistances finds spawns that are too close to another, or to a well. Spawns of teams and those of all are never used
// together.
func (s *surveyor) checkDistances() {
	all := s.spawns()
	count := 0
	for i, p := range all {
		for _, q := range all[:i] {
			if (p.team == 0) == (q.team == 0) && !apart(p, q, foesInSight) {
				s.checkDistance(&count, p, q)
			}
		}
		for _, well := range s.Wells {
			if x, y := tileAt(well); !apart(p, spawn{x: x, y: y}, wellApart) {
				s.report(&count, p.x, p.y, "too close to the well at %s: must be %d tiles apart, got %d", s.place(x, y), wellApart, distance(p.x-x, p.y-y))
			}
		}
	}
}

// checkDistance reports two spawns that are too close. In arenas with gates ships enter side by side.
func (s *surveyor) checkDistance(count *int, p, q spawn) {
	switch foes := (p.team != q.team || p.team == 0) && len(s.Gates) == 0; {
	case !apart(p, q, shipsApart):
		s.tooClose(count, p, q, shipsApart, "where ships enter")
	case foes && !apart(p, q, foesApart):
		s.tooClose(count, p, q, foesApart, "where foes enter, with rock between them or not")
	case foes && !s.forTrails() && s.inSight(p, q):
		s.tooClose(count, p, q, foesInSight, "where foes enter and see each other")
	}
}

// forTrails reports whether an arena is made for trails, a mode without shots: it has a spawn for each of the most ships, and
// nothing but rock.
func (s *surveyor) forTrails() bool {
	return len(s.Spawns) >= game.MaxRacers && len(s.Pads)+len(s.Barrels) == 0
}

func (s *surveyor) tooClose(count *int, p, q spawn, least int, where string) {
	s.report(count, p.x, p.y, "too close to the spawn at %s: must be %d tiles apart %s, got %d", s.place(q.x, q.y), least, where, distance(p.x-q.x, p.y-q.y))
}

// apart reports whether two spawns are at least so many tiles apart.
func apart(p, q spawn, tiles int) bool {
	dx, dy := p.x-q.x, p.y-q.y
	return dx*dx+dy*dy >= tiles*tiles
}

// distance returns the length of (dx, dy), rounded down.
func distance(dx, dy int) (d int) {
	for (d+1)*(d+1) <= dx*dx+dy*dy {
		d++
	}
	return d
}

// inSight reports whether there is no rock on the straight way between two spawns. It checks points at most a quarter of a
// tile apart.
func (s *surveyor) inSight(p, q spawn) bool {
	dx, dy := q.x-p.x, q.y-p.y
	steps := 4 * max(dx, -dx, dy, -dy)
	for k := range steps {
		// In halves of a step, from the middle of a tile.
		if s.tile((2*(p.x*steps+dx*k)+steps)/(2*steps), (2*(p.y*steps+dy*k)+steps)/(2*steps)) == game.Rock {
			return false
		}
	}
	return true
}

// checkNumber warns of too few spawns.
func (s *surveyor) checkNumber() {
	if n := len(s.Spawns); n < fewestSpawns && s.Width*s.Height >= duelTiles && len(s.Gates) == 0 {
		s.add(0, 0, true, "few spawns: should be at least %d for eight pilots, got %d; arenas for races and for duels (fewer than %d tiles) do with less",
			fewestSpawns, n, duelTiles)
	}
}
