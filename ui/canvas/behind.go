package canvas

// PutBehind puts figures where they were, on the Canvas that they are of, but behind the text that is there now: only in
// cells that are blank. What is around the figures stays as it is. In ASCII they are characters. Then the Front has none.
func (f *Front) PutBehind(c *Canvas) {
	for i, at := range f.at {
		x, y := at%c.width, at/c.width
		if !c.Vacant(x, y) {
			continue
		}
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

// Vacant reports whether a cell is on the canvas and has no character in it, on whatever ground.
func (c *Canvas) Vacant(x, y int) bool {
	if uint(x) >= uint(c.width) || uint(y) >= uint(c.height) {
		return false
	}
	is := c.cells[y*c.width+x].glyph
	return is == ' ' || is.empty()
}
