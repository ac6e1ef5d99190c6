package assets

import (
	"fmt"

	"dogfight/game"
)

// A ship is wider than a tile and narrower than two, so where it fits, it also fits with its middle on a near corner of four
// free tiles. From there it reaches the next corner in each direction if that is free too: on the way it touches the same six
// tiles. So all ways of ships are ways between corners.
var _ = [1]struct{}{}[(2*game.HullHalf-1)/(game.TileSize*game.One)-1]

// corners are the corners of an arena, each with the number of its area, from 1 on, or 0 where no ship fits. A corner is the
// lower right one of the tile with its index.
type corners struct {
	areas  []int32
	count  int32
	home   int32  // the area with most spawns
	reach  []bool // the tiles that ships in it touch
	strand []bool // the tiles that ships in other areas touch
}

// checkReach reports things that no ship can reach.
func (s *surveyor) checkReach() {
	c := s.divide()
	n := 0
	for i, tile := range s.Tiles {
		if name := thing(tile); name != "" && !c.reach[i] {
			s.report(&n, i%s.Width, i/s.Width, "no way to this %s: must be reached from the other spawns by a ship, which needs a gap of two tiles", name)
		}
	}
	for _, at := range s.Gates {
		if x, y := tileAt(at); !c.reach[y*s.Width+x] {
			s.report(&n, x, y, "no way to the middle of gate %q: must be reached from the spawns by a ship, which needs a gap of two tiles", s.tile(x, y))
		}
	}
	s.checkPockets(&c)
}

// thing returns the name of a tile that ships must reach, "" for others. Of gates only the middle matters: the ends may be
// in a crack.
func thing(t game.Tile) string {
	switch {
	case t == game.SpawnTile:
		return "spawn"
	case teamOf(t) > 0:
		return fmt.Sprintf("spawn of team %d", teamOf(t))
	case t.Base() > 0:
		return fmt.Sprintf("base of team %d", t.Base())
	case t == game.PadTile:
		return "pad"
	case t == game.BarrelTile:
		return "barrel"
	}
	return ""
}

// divide finds the areas.
func (s *surveyor) divide() corners {
	c := corners{areas: make([]int32, len(s.Tiles)), reach: make([]bool, len(s.Tiles)), strand: make([]bool, len(s.Tiles))}
	var heap []int
	for i := range c.areas {
		if c.areas[i] == 0 && s.fits(i%s.Width, i/s.Width) {
			c.count++
			c.areas[i] = c.count
			heap = s.spread(&c, append(heap[:0], i))
		}
	}
	c.home = s.mostSpawns(&c)
	for i, area := range c.areas {
		touched := c.reach
		if area != c.home {
			touched = c.strand
		}
		if area != 0 {
			touched[i], touched[i+1], touched[i+s.Width], touched[i+s.Width+1] = true, true, true, true
		}
	}
	return c
}

// spread gives all corners that a ship reaches from those on the heap their area, and returns the empty heap.
func (s *surveyor) spread(c *corners, heap []int) []int {
	for len(heap) > 0 {
		at := heap[len(heap)-1]
		heap = heap[:len(heap)-1]
		for _, side := range sides {
			x, y := at%s.Width+side[0], at/s.Width+side[1]
			if next := y*s.Width + x; s.fits(x, y) && c.areas[next] == 0 {
				c.areas[next] = c.areas[at]
				heap = append(heap, next)
			}
		}
	}
	return heap
}

var sides = [...][2]int{{0, -1}, {-1, 0}, {1, 0}, {0, 1}}

// fits reports whether a ship fits at the lower right corner of a tile.
func (s *surveyor) fits(x, y int) bool {
	return s.tile(x, y) != game.Rock && s.tile(x+1, y) != game.Rock && s.tile(x, y+1) != game.Rock && s.tile(x+1, y+1) != game.Rock
}

// mostSpawns returns the area with most spawns, the first of equals.
func (s *surveyor) mostSpawns(c *corners) (home int32) {
	counts := make([]int, c.count+1)
	for i, tile := range s.Tiles {
		if tile == game.SpawnTile || teamOf(tile) > 0 {
			counts[c.areas[i]]++ // there is space on all eight sides
		}
	}
	for area, n := range counts {
		if area > 0 && (home == 0 || n > counts[home]) {
			home = int32(area)
		}
	}
	return home
}

// checkPockets reports space that no ship can reach: space with room for ships, and closed holes. A slit that is too narrow for
// ships but open to their space is allowed: shots pass through it.
func (s *surveyor) checkPockets(c *corners) {
	seen := make([]bool, len(s.Tiles))
	n := 0
	for i, tile := range s.Tiles {
		if tile == game.Rock || c.reach[i] || seen[i] {
			continue
		}
		switch p := s.pocket(c, seen, i); {
		case p.room:
			s.report(&n, i%s.Width, i/s.Width, "no way in here: %s in which ships have room must be reached from the spawns, by gaps of two tiles", count(p.size, "tile"))
		case !p.open:
			s.report(&n, i%s.Width, i/s.Width, "a hole of %s in rock: must be open to where ships fly, or rock", count(p.size, "tile"))
		}
	}
}

// pocket is connected space that no ship touches.
type pocket struct {
	size int
	room bool // for a ship
	open bool // to the space of ships
}

// pocket measures the pocket of a tile.
func (s *surveyor) pocket(c *corners, seen []bool, first int) (p pocket) {
	seen[first] = true
	for heap := []int{first}; len(heap) > 0; {
		at := heap[len(heap)-1]
		heap = heap[:len(heap)-1]
		p.size++
		p.room = p.room || c.strand[at]
		for _, side := range sides {
			x, y := at%s.Width+side[0], at/s.Width+side[1]
			next := y*s.Width + x
			switch {
			case s.tile(x, y) == game.Rock:
			case c.reach[next]:
				p.open = true
			case !seen[next]:
				seen[next] = true
				heap = append(heap, next)
			}
		}
	}
	return p
}

// count returns a number of things.
func count(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprintf("%d %s", n, thing)
}
