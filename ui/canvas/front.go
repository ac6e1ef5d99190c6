package canvas

// Front holds cells of a picture that belong in front of later drawing. The zero value is empty and ready.
type Front struct {
	at    []int // indices into Canvas.cells
	cells []cell
}

// Lift copies the cells of a box that have a figure or a narrow glyph.
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

// Put draws the cells over the picture, in their places on the same Canvas, and empties f.
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

// PutBehind draws the figures in their places on the same Canvas, but behind its text: only in blank cells with no text at
// either side, which a figure would seem part of. The ground around the figures stays. In ASCII the figures are characters.
// It empties f.
func (f *Front) PutBehind(c *Canvas) {
	for i, at := range f.at {
		x, y := at%c.width, at/c.width
		if !c.Vacant(x, y) || x > 0 && !c.Vacant(x-1, y) || x < c.width-1 && !c.Vacant(x+1, y) {
			f.at[i] = -1
		}
	}
	for i, at := range f.at {
		if at < 0 {
			continue
		}
		x, y := at%c.width, at/c.width
		was := &f.cells[i]
		switch {
		case was.glyph.empty():
			for dot := range was.dots {
				if was.figure>>dot&1 == 1 {
					c.Figure(Across*x+dot&1, Down*y+dot>>1, was.dots[dot])
				}
			}
		case c.Mode == ASCII:
			c.touch(x, y)
			c.cells[at].glyph, c.cells[at].ink = was.glyph, was.ink
		}
	}
	f.at, f.cells = f.at[:0], f.cells[:0]
}
