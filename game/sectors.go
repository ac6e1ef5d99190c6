package game

import "math/bits"

// sectors tells which ships (or barrels) may be near a place. The arena is cut
// into columns and rows; each keeps the set of those that touch it, one bit
// each, so that "who may be here?" is one AND.
type sectors struct {
	columns, rows [sectorCount]uint64
	all           uint64
}

const (
	sectorShift = tileShift + 2 // four tiles
	sectorCount = MaxTiles >> 2

	// sectorReach is how far away a shot can still hit.
	sectorReach = ShipRadius + MaxReach
)

func (w *World) shipSectors(manned uint64) (n sectors) {
	for i := range slots(manned) {
		if ship := &w.Ships[i]; ship.State == Flying {
			n.place(i, ship.X, ship.Y)
		}
	}
	return n
}

func (w *World) barrelSectors(s *Setup) (n sectors) {
	for i := range s.Arena.Barrels {
		if b := &w.Barrels[i]; b.HP > 0 {
			n.place(i, b.X, b.Y)
		}
	}
	return n
}

func (n *sectors) place(i int, x, y int32) {
	bit := uint64(1) << i
	n.all |= bit
	for c := sector(x - sectorReach); c <= sector(x+sectorReach); c++ {
		n.columns[c] |= bit
	}
	for r := sector(y - sectorReach); r <= sector(y+sectorReach); r++ {
		n.rows[r] |= bit
	}
}

// along returns those that a path may touch. A path of one tick is shorter than
// a sector, so the sectors of its ends are all that it crosses.
func (n *sectors) along(p path) uint64 {
	return (n.columns[sector(p.x)] | n.columns[sector(p.x+p.vx)]) &
		(n.rows[sector(p.y)] | n.rows[sector(p.y+p.vy)])
}

// around returns those that may be within sectorReach of (x, y).
func (n *sectors) around(x, y int32) uint64 {
	return n.columns[sector(x)] & n.rows[sector(y)]
}

func sector(v int32) int32 {
	return min(max(v>>sectorShift, 0), sectorCount-1)
}

// slots iterates over the members of a set, lowest first.
func slots(set uint64) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for ; set != 0; set &= set - 1 {
			if !yield(bits.TrailingZeros64(set)) {
				return
			}
		}
	}
}
