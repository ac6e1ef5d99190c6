package canvas

// Front holds cells of a picture that show through later drawing. The zero value is empty and ready.
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

// PutBehind draws the figures in their places on the same Canvas, but behind its text: only in blank cells with no text at
// either side, which a figure would seem part of. The ground around the figures stays. It empties f, and reports whether
// text hides a figure in an area.
func (f *Front) PutBehind(c *Canvas, area Area) (hides bool) {
	for i, at := range f.at {
		if is, was := &c.cells[at], &f.cells[i]; *is == *was && !was.glyph.empty() {
			is.glyph, f.at[i] = none, ^at // it is no text, and comes back
		}
	}
	kept := 0
	for i, at := range f.at {
		if at >= 0 {
			x, y := at%c.width, at/c.width
			switch is, was := &c.cells[at], &f.cells[i]; {
			case *is == *was: // nothing is drawn over it
				continue
			case is.glyph == none && is.dots != was.dots, !c.Vacant(x, y), x > 0 && !c.Vacant(x-1, y), x < c.width-1 && !c.Vacant(x+1, y):
				hides = hides || area.Holds(x, y)
				continue
			}
		}
		f.at[kept], f.cells[kept] = at, f.cells[i]
		kept++
	}
	for i, at := range f.at[:kept] {
		c.restore(max(at, ^at), &f.cells[i])
	}
	f.at, f.cells = f.at[:0], f.cells[:0]
	return hides
}

// restore draws the figure or the glyph of a cell on its present ground.
func (c *Canvas) restore(at int, was *cell) {
	x, y := at%c.width, at/c.width
	if !was.glyph.empty() {
		c.touch(x, y)
		c.cells[at].glyph, c.cells[at].ink = was.glyph, was.ink
		return
	}
	for dot := range was.dots {
		if was.figure>>dot&1 == 1 {
			c.Figure(Across*x+dot&1, Down*y+dot>>1, was.dots[dot])
		}
	}
}
