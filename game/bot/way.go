package bot

import "dogfight/game"

// search finds a way around rock, over the tiles of a window of the arena that holds the ship
// and reaches towards where it goes. It is A* (Hart, Nilsson and Raphael 1968).
type search struct {
	arena       *game.Arena
	left, top   int32 // of the window, in tiles
	goal        square
	far         [windowTiles]uint16 // of a tile of the window from the ship, and one; 0: not reached
	from        [windowTiles]uint16 // the tile of the window before it
	room        [windowTiles]room   // for a ship in its middle
	rim         [2 * windowTiles]rim
	waiting     int // tiles of the rim, a heap: the least first
	best, least int32
}

// rim is a tile of the window to go on from, and how long a way over it is at the least.
type rim struct{ by, at uint16 }

// square is a tile of an arena, by column and row.
type square struct{ x, y int32 }

const (
	windowSide  = 64 // tiles
	windowTiles = windowSide * windowSide

	// How far the next tile is: about as 1 to 1.4.
	straightStep = 5
	slantStep    = 7

	waySight = 12 // tiles that a bot looks ahead along its way
)

// around returns where to fly to, straight, so as to come to a place around rock: the place
// itself if nothing lies between, or else a point in sight of the way there.
func (v *view) around(at vector) vector {
	if v.fits(v.at, at) {
		return at
	}
	s := search{arena: v.s.Arena}
	s.run(roomyTile(s.arena, v.at), roomyTile(s.arena, at))
	var ahead [waySight]uint16 // the first tiles of the way, from its end
	steps := 0
	for i := uint16(s.best); s.far[i] > 1; i = s.from[i] {
		ahead[steps%waySight] = i
		steps++
	}
	if steps == 0 {
		return at
	}
	seen := s.square(ahead[(steps-1)%waySight]).middle()
	for k := 2; k <= min(steps, waySight); k++ {
		middle := s.square(ahead[(steps-k)%waySight]).middle()
		if k > 2 && !v.fits(v.at, middle) { // the next two may seem hidden to a ship that hugs rock
			break
		}
		seen = middle
	}
	return seen
}

// run searches from a tile for a way to the goal or, where none is found in the window, to the tile
// nearest to the goal of those that can be reached. Best is the last tile of the way.
func (s *search) run(start, goal square) {
	s.goal, s.least = goal, 1<<30
	s.left = windowAt(start.x, goal.x, int32(s.arena.Width))
	s.top = windowAt(start.y, goal.y, int32(s.arena.Height))
	s.reach(start, 1, s.index(start))
	nearest := s.nearest()
	for s.waiting > 0 && s.least > 0 {
		r := s.pop()
		here := s.square(r.at)
		far := int32(s.far[r.at])
		if far+s.toGo(here) < int32(r.by) {
			continue // a shorter way led there since
		}
		if int32(r.at) == s.best && s.least == nearest {
			return // nothing in the window is nearer, and no way there is shorter
		}
		for _, step := range waySteps {
			next, cost := square{here.x + step.x, here.y + step.y}, int32(straightStep)
			if step.x != 0 && step.y != 0 {
				if !s.open(square{next.x, here.y}) || !s.open(square{here.x, next.y}) {
					continue
				}
				cost = slantStep
			}
			s.reach(next, far+cost, int(r.at))
		}
	}
}

var waySteps = [8]square{{0, -1}, {0, 1}, {-1, 0}, {1, 0}, {-1, -1}, {1, -1}, {-1, 1}, {1, 1}}

// reach notes a way to a square, if it is the shortest so far.
func (s *search) reach(at square, far int32, from int) {
	if !s.within(at) {
		return
	}
	i := s.index(at)
	if was := int32(s.far[i]); was != 0 && was <= far || !s.open(at) || s.waiting == len(s.rim) {
		return
	}
	s.far[i], s.from[i] = uint16(far), uint16(from)
	left := s.toGo(at)
	if left < s.least {
		s.least, s.best = left, int32(i)
	}
	s.push(rim{uint16(far + left), uint16(i)})
}

// nearest returns how far it is to the goal, at the least, from the nearest tile of the window with room for a ship.
func (s *search) nearest() int32 {
	if s.within(s.goal) && s.open(s.goal) {
		return 0
	}
	least := int32(1 << 30)
	for i := range uint16(windowTiles) {
		at := s.square(i)
		if left := s.toGo(at); left < least && s.open(at) {
			least = left
		}
	}
	return least
}

// toGo is how far it is from a tile to the goal at the least.
func (s *search) toGo(at square) int32 {
	dx, dy := max(at.x-s.goal.x, s.goal.x-at.x), max(at.y-s.goal.y, s.goal.y-at.y)
	return straightStep*max(dx, dy) + (slantStep-straightStep)*min(dx, dy)
}

// room is whether a ship fits in the middle of a tile. A search asks many times for the same tile.
type room uint8

const (
	unknownRoom room = iota
	hasRoom
	hasNoRoom
)

// open reports whether there is room for a ship in the middle of a tile.
func (s *search) open(at square) bool {
	middle := at.middle()
	if !s.within(at) {
		return s.arena.HullFits(middle.x, middle.y)
	}
	known := &s.room[s.index(at)]
	if *known == unknownRoom {
		*known = hasNoRoom
		if s.arena.HullFits(middle.x, middle.y) {
			*known = hasRoom
		}
	}
	return *known == hasRoom
}

func (s *search) within(at square) bool {
	x, y := at.x-s.left, at.y-s.top
	return x >= 0 && x < windowSide && y >= 0 && y < windowSide
}

func (s *search) index(at square) int { return int((at.y-s.top)*windowSide + at.x - s.left) }

// square returns a tile of the window by its index.
func (s *search) square(i uint16) square {
	return square{s.left + int32(i)%windowSide, s.top + int32(i)/windowSide}
}

// push adds a tile to the rim.
func (s *search) push(r rim) {
	i := s.waiting
	for s.waiting++; i > 0 && s.rim[(i-1)/2].by > r.by; i = (i - 1) / 2 {
		s.rim[i] = s.rim[(i-1)/2]
	}
	s.rim[i] = r
}

// pop takes the tile from the rim by which a way may be shortest.
func (s *search) pop() rim {
	first := s.rim[0]
	s.waiting--
	last, i := s.rim[s.waiting], 0
	for {
		child := 2*i + 1
		if child+1 < s.waiting && s.rim[child+1].by < s.rim[child].by {
			child++
		}
		if child >= s.waiting || s.rim[child].by >= last.by {
			break
		}
		s.rim[i], i = s.rim[child], child
	}
	s.rim[i] = last
	return first
}

// windowAt returns where the window begins along an axis: with the ship and the goal as far
// from its sides as can be, and the ship within it.
func windowAt(ship, goal, size int32) int32 {
	const margin = windowSide / 4
	middle := min(max((ship+goal)/2, ship-margin), ship+margin)
	return min(max(middle-windowSide/2, 0), max(size-windowSide, 0))
}

// roomyTile returns the tile that holds a place of the arena or, if there is no room for a
// ship in its middle, of those around it the nearest where there is.
func roomyTile(a *game.Arena, at vector) square {
	here := square{min(max(at.x/tile, 0), int32(a.Width-1)), min(max(at.y/tile, 0), int32(a.Height-1))}
	best, least := here, int32(1<<30)
	for dy := int32(-1); dy <= 1; dy++ {
		for dx := int32(-1); dx <= 1; dx++ {
			beside := square{here.x + dx, here.y + dy}
			middle := beside.middle()
			if d := middle.minus(at).length(); d < least && a.HullFits(middle.x, middle.y) {
				best, least = beside, d
			}
		}
	}
	return best
}

func (t square) middle() vector { return vector{t.x*tile + tile/2, t.y*tile + tile/2} }
