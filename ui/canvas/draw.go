package canvas

import "dogfight/ui/cells"

// Screen is what a Canvas can be drawn on.
type Screen interface {
	Size() (width, height int)
	Colours() int                       // that it has: 0, 8, 16, 256 or more
	Span(x, y, n int) []cells.Cell      // of a row, to be overwritten: see cells.Grid
	Written(y int) uint32               // tells states of a row apart: see cells.Grid
	Glyph(character string) cells.Glyph // stands for one of several runes
}

// Draw puts the picture on a screen, over whatever is there. It writes the cells that
// are not there from the last time, and leaves it to the screen to send those that
// changed.
func (c *Canvas) Draw(t Screen) {
	d := depthOf(t.Colours())
	c.shades = c.Palette.shades(c.shades[:0], d)
	c.drawn.settle(c, t)
	for y := range c.height {
		if t.Written(y) != c.drawn.rows[y] {
			c.drawCells(t, 0, c.width, y, d)
		} else {
			c.drawChanges(t, y, d)
		}
		c.drawn.rows[y] = t.Written(y)
	}
}

// drawChanges draws what is new in a row on which the last picture is.
func (c *Canvas) drawChanges(t Screen, y int, d depth) {
	is, was := c.cells[y*c.width:][:c.width], c.drawn.cells[y*c.width:][:c.width]
	for from := same(is, was, 0); from < len(is); {
		to := min(from+drawnAtOnce, len(is))
		for from > 0 && (is[from].glyph == covered || was[from].glyph == covered) {
			from--
		}
		for to < len(is) && (is[to].glyph == covered || was[to].glyph == covered) {
			to++
		}
		c.drawCells(t, from, to, y, d)
		from = same(is, was, to)
	}
}

// drawCells draws cells of a row up to the one before to, as whole characters.
func (c *Canvas) drawCells(t Screen, left, to, y int, d depth) {
	row, ascii := t.Span(left, y, to-left), c.Mode == ASCII
	from := c.cells[y*c.width+left:][:len(row)]
	copy(c.drawn.cells[y*c.width+left:], from)
	for x := range row {
		at := &from[x]
		switch {
		case *at == cell{}:
			row[x] = cells.Blank
			continue
		case at.glyph == covered:
			row[x] = cells.RightHalf(row[x-1])
			continue
		}
		g, ink, ground := at.look(ascii, d)
		row[x].Show(cells.Glyph(g), c.shades[ink].on(&c.shades[ground]))
		switch {
		case ascii:
		case at.glyph == none && g == full:
			row[x].Glyph, row[x].Manner = ' ', row[x].Manner|cells.Reversed
		case at.ends() && d != colours8: // whose bold inks are no grounds
			row[x].Glyph, row[x].Manner = '▄', row[x].Manner|cells.Reversed
		}
		if at.glyph > '~' {
			c.drawCharacter(t, &row[x], left+x, y)
		}
	}
}

// drawCharacter gives a cell that was drawn what it takes to show more than a rune, or
// to be wide.
func (c *Canvas) drawCharacter(t Screen, at *cells.Cell, x, y int) {
	if g := glyph(at.Glyph); g&several != 0 {
		at.Glyph = t.Glyph(c.several[g&^several])
	}
	if c.wide(x, y) {
		at.Width = 2
	}
}

// full is how look calls a cell that is all ink. It is drawn as a reversed space: a block would show seams between rows in
// many fonts.
const full glyph = '█'

// look returns the character that shows the cell, and its colours. The same
// cell always looks the same, whatever is beside it, and cells of the same two
// colours share one style, so that a moving picture changes few bytes.
func (at *cell) look(ascii bool, d depth) (g glyph, ink, ground Colour) {
	if at.glyph != none {
		return at.glyph, at.ink, at.background()
	}
	if at.dots != 0 {
		return firstBraille + glyph(at.dots|at.halfAsDots()), at.ink, at.background()
	}
	if ascii {
		return at.plainPixels(), max(at.upper, at.lower), Space
	}
	switch {
	case at.upper == at.lower && d != noColours:
		return ' ', Space, at.upper
	case at.upper == at.lower && at.upper == Space:
		return ' ', Space, Space
	case at.lower == Space:
		return '▀', at.upper, Space
	case at.upper == Space:
		return '▄', at.lower, Space
	case d == noColours:
		return full, at.upper, Space
	case at.upper > at.lower:
		return '▀', at.upper, at.lower
	}
	return '▄', at.lower, at.upper
}

// ends reports whether the cell is the lower end of something that fills the cell above. As
// the ink of an upper half-block it would be smoothed against the ground at its upper edge, and
// show a seam: so it is made the ground, and the space below it the ink, which only Reversed can.
func (at *cell) ends() bool {
	return at.glyph == none && at.dots == 0 && at.upper != Space && at.lower == Space && at.ink == at.upper
}

// firstBraille is the character of no dots; those of others follow in the order of
// their sets of dots.
const firstBraille glyph = 0x2800

// halfAsDots returns, where but one pixel of a cell is set, the dots that cover it:
// dots have one colour for all, but a rock keeps its edge.
func (at *cell) halfAsDots() uint8 {
	switch {
	case at.lower == Space && at.upper != Space:
		return 0x1b
	case at.upper == Space && at.lower != Space:
		return 0xe4
	}
	return 0
}
