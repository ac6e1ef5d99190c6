package canvas

// Front is cells of a picture that come to lie in front of what is drawn after them. The
// zero value has none, and is ready.
type Front struct {
	at    []int // among the Canvas's
	cells []cell
}

// Lift takes the cells of a box that have a figure or a glyph in them, but no wide ones, to
// the front.
func (f *Front) Lift(c *Canvas, x, y, width, height int) {
	left, right := max(x, 0), min(x+width, c.width)
	for row := max(y, 0); row < min(y+height, c.height); row++ {
		for column := left; column < right; column++ {
			at := row*c.width + column
			if is := c.cells[at]; (is.figure != 0 || !is.glyph.empty()) && is.glyph != covered && !c.wide(column, row) {
				f.at, f.cells = append(f.at, at), append(f.cells, is)
			}
		}
	}
}

// Put puts them where they were, on the Canvas that they are of, whatever is there now.
// Then it has none.
func (f *Front) Put(c *Canvas) {
	for i, at := range f.at {
		x, y := at%c.width, at/c.width
		c.touch(x, y)
		if c.cells[at].glyph != none {
			c.release(x, y)
		}
		c.cells[at] = f.cells[i]
	}
	f.at, f.cells = f.at[:0], f.cells[:0]
}

// Plain reports whether a cell is on the canvas and has no glyph in it.
func (c *Canvas) Plain(x, y int) bool {
	return uint(x) < uint(c.width) && uint(y) < uint(c.height) && c.cells[y*c.width+x].glyph.empty()
}
