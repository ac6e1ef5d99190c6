package bot

import "dogfight/game"

// search finds a way around rock, over the tiles of a window of the arena that holds the ship
// and extends towards its goal. It is A* (Hart, Nilsson and Raphael 1968).
type search struct {
	arena       *game.Arena
	left, top   int32 // of the window, in tiles
	goal        square
	far         [windowTiles]uint16 // 1 + length of the way from the ship to a tile of the window; 0: not reached
	from        [windowTiles]uint16 // the tile before it
	room        [windowTiles]room   // for a ship in its middle
	rim         [2 * windowTiles]rim
	waiting     int // number of tiles of the rim, a heap with the least first
	best, least int32
}

// rim is a tile of the window to continue from, with a lower bound for ways over it.
type rim struct{ by, at uint16 }

// square is a tile of an arena, by column and row.
type square struct{ x, y int32 }

const (
	windowSide  = 64 // tiles
	windowTiles = windowSide * windowSide

	// Lengths of steps, about as 1 to 1.4.
	straightStep = 5
	slantStep    = 7

	waySight = 12 // tiles that a bot looks ahead along its way
)

// around returns where to fly straight in order to reach a place: the place itself if there is
// nothing between, or else a point in sight of the way there.
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
		if k > 2 && !v.fits(v.at, middle) { // the next two may be hidden from a ship close to rock
			break
		}
		seen = middle
	}
	return seen
}

// run searches from a tile for a way to the goal or, if there is none in the window, to the reachable
// tile nearest to it. best is the last tile of the way.
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
			continue // a shorter way was found since
		}
		if int32(r.at) == s.best && s.least == nearest {
			return // nothing in the window is nearer
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

// reach stores a way to a square, if it is the shortest so far.
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

// nearest returns the lower bound from the free tile of the window nearest to the goal.
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

// toGo returns a lower bound for the way from a tile to the goal.
func (s *search) toGo(at square) int32 {
	dx, dy := max(at.x-s.goal.x, s.goal.x-at.x), max(at.y-s.goal.y, s.goal.y-at.y)
	return straightStep*max(dx, dy) + (slantStep-straightStep)*min(dx, dy)
}

// room caches whether a ship fits in the middle of a tile.
type room uint8

const (
	unknownRoom room = iota
	hasRoom
	hasNoRoom
)

// open reports whether a ship fits in the middle of a tile.
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

// pop removes the tile of the rim with the least bound.
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

// windowAt returns the start of the window along an axis: ship and goal are as far from its sides as
// possible, and the ship is inside.
func windowAt(ship, goal, size int32) int32 {
	const margin = windowSide / 4
	middle := min(max((ship+goal)/2, ship-margin), ship+margin)
	return min(max(middle-windowSide/2, 0), max(size-windowSide, 0))
}

// roomyTile returns the tile of a place or, if a ship does not fit in its middle, the nearest tile around
// where one does.
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
