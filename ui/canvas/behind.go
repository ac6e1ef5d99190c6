package canvas

// PutBehind puts figures where they were, on the Canvas that they are of, but behind the text that is there now: only in
// cells that are blank, and not close by text at either side, which it would seem a part of. What is around the figures stays as it is. In ASCII they are characters. Then the Front has none.
func (f *Front) PutBehind(c *Canvas) {
	for i, at := range f.at {
		if !c.vacantAround(at%c.width, at/c.width) {
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

// vacantAround reports whether neither a cell nor those at its two sides have a character in them.
func (c *Canvas) vacantAround(x, y int) bool {
	return c.Vacant(x, y) && (x == 0 || c.Vacant(x-1, y)) && (x == c.width-1 || c.Vacant(x+1, y))
}

// Vacant reports whether a cell is on the canvas and has no character in it, on whatever ground.
func (c *Canvas) Vacant(x, y int) bool {
	if uint(x) >= uint(c.width) || uint(y) >= uint(c.height) {
		return false
	}
	is := c.cells[y*c.width+x].glyph
	return is == ' ' || is.empty()
}
