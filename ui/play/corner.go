package play

// corner is where the radar is on a screen without a panel. It gives way to ships: it
// moves only when one is under it, and then to where none is near, so that it does not
// go to and fro; if one is near each corner it is not there at all.
type corner uint8

// The corners, in the order in which they are tried.
const (
	lowerRight corner = 0
	lowerLeft  corner = 1
	upperRight corner = 2
	upperLeft  corner = 3
	nowhere    corner = 4
)

// How far ships are from where the radar comes to.
const (
	clearColumns = 6
	clearRows    = 3
)

// settle returns the corner for a radar of a size, which was in this one, and the cells
// that it takes there.
func (c corner) settle(f *frame, size area) (corner, area) {
	if size.width == 0 {
		return c, area{}
	}
	if c != nowhere {
		if at := c.place(f, size); f.freeOfShips(at) && !at.meets(f.corner) {
			return c, at
		}
	}
	for c = lowerRight; c < nowhere; c++ {
		if at := c.place(f, size); f.freeOfShips(at.wider(clearColumns, clearRows)) && !at.meets(f.corner) {
			return c, at
		}
	}
	return nowhere, area{}
}

// place returns the cells of a corner of the field.
func (c corner) place(f *frame, size area) area {
	size.x, size.y = f.width()-size.width, f.height()-1-size.height
	if c == lowerLeft || c == upperLeft {
		size.x = 0
	}
	if c == upperRight || c == upperLeft {
		size.y = 1 + f.above
	}
	return size
}
