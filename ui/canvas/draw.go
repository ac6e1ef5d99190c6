package canvas

// Screen is what a Canvas can be drawn on.
type Screen interface {
	Size() (width, height int)
	Colours() int                     // that it has: 0, 8, 16, 256 or more
	Span(x, y, n int) []Cell          // of a row, to be overwritten: see cells.Grid
	Written(y int) uint32             // tells states of a row apart: see cells.Grid
	Glyph(character string) CellGlyph // stands for one of several runes
}

// Draw puts the picture on a screen, over whatever is there. It writes the cells that
// are not there from the last time, and leaves it to the screen to send those that
// changed.
func (c *Canvas) Draw(t Screen) {
	c.blitter.settle(c.Palette, c.Mode, depthOf(t.Colours()))
	c.blitter.sky, c.blitter.scenery = c.Sky, c.Scenery
	c.drawn.settle(c, t)
	for y := range c.height {
		if t.Written(y) != c.drawn.rows[y] {
			c.drawCells(t, 0, c.width, y)
		} else {
			c.drawChanges(t, y, c.laid.touched[y]|c.laid.changed[y])
		}
		c.drawn.rows[y], c.laid.changed[y] = t.Written(y), 0
	}
}

// drawChanges draws what is new in blocks of a row on which the last picture is.
func (c *Canvas) drawChanges(t Screen, y int, in BlockSet) {
	for from, to, rest := in.Next(c.width); to > 0; from, to, rest = rest.Next(c.width) {
		c.drawChangesIn(t, y, from, to)
	}
}

// drawChangesIn does so for cells up to the one before end, and those that share a wide character with them.
func (c *Canvas) drawChangesIn(t Screen, y, from, end int) {
	is, was := c.cells[y*c.width:][:c.width], c.drawn.cells[y*c.width:][:c.width]
	for from = same(is[:end], was[:end], from); from < end; {
		to := min(from+drawnAtOnce, len(is))
		for from > 0 && (is[from].glyph == covered || was[from].glyph == covered) {
			from--
		}
		for to < len(is) && (is[to].glyph == covered || was[to].glyph == covered) {
			to++
		}
		c.drawCells(t, from, to, y)
		if from = to; from < end {
			from = same(is[:end], was[:end], from)
		}
	}
}

// drawCells draws cells of a row up to the one before to, as whole characters.
func (c *Canvas) drawCells(t Screen, left, to, y int) {
	row := t.Span(left, y, to-left)
	from := c.cells[y*c.width+left:][:len(row)]
	copy(c.drawn.cells[y*c.width+left:], from)
	for x := range row {
		switch at := &from[x]; {
		case *at == cell{}:
			row[x] = Blank
		case at.glyph == covered:
			row[x] = rightHalf(row[x-1])
		case at.glyph != none:
			c.drawGlyph(t, &row[x], left+x, y)
		default:
			c.drawDots(&row[x], at)
		}
	}
}

// drawDots draws a cell without a glyph.
func (c *Canvas) drawDots(on *Cell, at *cell) {
	l := c.blitter.look(at)
	switch {
	case l.glyph == full: // which would show seams between rows in many fonts
		style := c.blitter.style(l)
		style.Manner |= Reversed
		on.Show(' ', style)
	case l.ink == Space && l.glyph != ' ': // for which there is no ink
		style := c.blitter.style(look{ink: l.ground, ground: l.ink})
		style.Manner = style.Manner&^Bold | Reversed // which has no effect on a ground elsewhere
		on.Show(CellGlyph(l.glyph), style)
	default:
		on.Show(CellGlyph(l.glyph), c.blitter.style(l))
	}
}

// drawGlyph draws a cell with one.
func (c *Canvas) drawGlyph(t Screen, on *Cell, x, y int) {
	at := &c.cells[y*c.width+x]
	on.Show(CellGlyph(at.glyph&^star), c.blitter.style(look{ink: at.ink, ground: c.blitter.behind(at)}))
	if at.glyph <= '~' {
		return
	}
	if at.glyph&several != 0 {
		on.Glyph = t.Glyph(c.several[at.glyph&^several])
	}
	if c.wide(x, y) {
		on.Width = 2
	}
}
