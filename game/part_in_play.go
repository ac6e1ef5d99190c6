package game

// partInPlay is the part of an arena in which ships enter: few pilots in a large
// arena would not find each other. Nothing keeps a ship in it.
type partInPlay struct {
	middle        Point
	width, height int32 // half of them
}

// partInPlay returns the part for as many as there are, around the ships in space,
// so that it goes where the fight goes.
func (w *World) partInPlay(s *Setup) partInPlay {
	pilots, flying := int32(0), int64(0)
	x, y := int64(0), int64(0)
	for i := range w.Ships {
		ship := &w.Ships[i]
		if s.Classes[ship.Class].Drone {
			continue
		}
		switch ship.State {
		case Flying:
			x, y = x+int64(ship.X), y+int64(ship.Y)
			flying++
			fallthrough
		case Dead:
			pilots++
		}
	}
	width, height := s.Arena.Size()
	middle := Point{width / 2, height / 2}
	if flying > 0 {
		middle = Point{int32(x / flying), int32(y / flying)}
	}
	more := max(pilots-partPilots, 0)
	part := partInPlay{middle, (partWidth + more*partWider) / 2, (partHeight + more*partHigher) / 2}
	part.middle.X = inside(part.middle.X, part.width, width)
	part.middle.Y = inside(part.middle.Y, part.height, height)
	return part
}

// inside returns the place nearest to v at which a window of that half size is
// within 0 to size, or the middle if it is larger.
func inside(v, half, size int32) int32 {
	if 2*half >= size {
		return size / 2
	}
	return min(max(v, half), size-half)
}

func (p *partInPlay) holds(at Point) bool {
	dx, dy := at.X-p.middle.X, at.Y-p.middle.Y
	return max(dx, -dx) <= p.width && max(dy, -dy) <= p.height
}

// spawns returns where a ship of the team may enter: where its mode says, if that
// is in the part, or else anywhere.
func (p *partInPlay) spawns(s *Setup, team uint8) []Point {
	spawns := s.spawns(team)
	for _, at := range spawns {
		if p.holds(at) {
			return spawns
		}
	}
	return s.Arena.Spawns
}
