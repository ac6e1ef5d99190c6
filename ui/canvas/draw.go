package canvas

import "slices"

// Screen is a target for a Canvas.
type Screen interface {
	Size() (width, height int)
	Colours() int                  // 0, 8, 16, 256 or more
	Span(x, y, n int) []Cell       // cells to overwrite: see Grid.Span
	Written(y int) uint32          // state of a row: see Grid.Written
	Shift(a Area, right, down int) // moves rows: see Grid.Shift
	Glyph(character string) Glyph  // for a character of several runes
}

// Draw draws the picture on a screen. It writes only cells that differ from the picture it drew there before; the screen
// sends those that changed.
func (c *Canvas) Draw(t Screen) {
	c.blitter.prepare(c.Palette, c.Mode, depthOf(t.Colours()))
	c.blitter.sky, c.blitter.scenery = c.Sky, c.Scenery
	c.drawn.prepare(c, t)
	c.drawMove(t)
	for y := range c.height {
		if t.Written(y) != c.drawn.rows[y] {
			c.drawCells(t, 0, c.width, y)
		} else {
			in := c.laid.touched[y] | c.laid.changed[y]
			for from, to, rest := in.Next(c.width); to > 0; from, to, rest = rest.Next(c.width) {
				c.drawChanges(t, y, from, to)
			}
		}
		c.drawn.rows[y], c.laid.changed[y] = t.Written(y), 0
	}
}

// drawMove moves the picture on the screen as it has moved here, or else lets all of it be compared.
func (c *Canvas) drawMove(t Screen) {
	l := &c.laid
	right, down := l.right, l.down
	l.right, l.down = 0, 0
	field := Area{0, l.backdrop.Margin, c.width, c.height - 2*l.backdrop.Margin}
	if right == 0 && down == 0 {
		if l.backdrop.FixedStars {
			t.Shift(field, 0, 0)
		}
		return
	}
	if !c.drawn.mayMove(t, field, right, down) {
		for y := range l.changed {
			l.changed[y] = AllBlocks
		}
		return
	}
	t.Shift(field, right, down)
	shift(c.drawn.cells, c.width, field, right, down)
	for y := field.Y; y < field.Y+field.Height; y++ {
		c.drawn.rows[y] = t.Written(y)
	}
}

// mayMove reports whether rows of a screen show the drawn picture, without wide characters, and some of it stays in view.
func (d *drawn) mayMove(t Screen, field Area, right, down int) bool {
	if d.wide > 0 || max(right, -right) >= field.Width || max(down, -down) >= field.Height {
		return false
	}
	for y := field.Y; y < field.Y+field.Height; y++ {
		if t.Written(y) != d.rows[y] {
			return false
		}
	}
	return true
}

// drawChanges draws the cells from..end of a row that differ from the last picture, with the other halves of wide characters.
func (c *Canvas) drawChanges(t Screen, y, from, end int) {
	is, was := c.cells[y*c.width:][:c.width], c.drawn.cells[y*c.width:][:c.width]
	for from = same(is[:end], was[:end], from); from < end; {
		to := min(from+compared, len(is))
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

// drawCells draws cells of a row up to the one before to.
func (c *Canvas) drawCells(t Screen, left, to, y int) {
	row := t.Span(left, y, to-left)
	from := c.cells[y*c.width+left:][:len(row)]
	c.drawn.note(y*c.width+left, from)
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
	l := c.blitter.symbol(at)
	switch {
	case l.glyph == full: // a full block shows seams between rows in many fonts
		style := c.blitter.style(l)
		style.Manner |= Reversed
		on.Show(' ', style)
	case l.ink == Space && l.glyph != ' ': // Space is no ink: swap the colours and reverse
		style := c.blitter.style(symbol{ink: l.ground, ground: l.ink})
		style.Manner = style.Manner&^Bold | Reversed // bold would not affect a ground
		on.Show(Glyph(l.glyph), style)
	default:
		on.Show(Glyph(l.glyph), c.blitter.style(l))
	}
}

// drawGlyph draws a cell that has a glyph.
func (c *Canvas) drawGlyph(t Screen, on *Cell, x, y int) {
	at := &c.cells[y*c.width+x]
	on.Show(Glyph(at.glyph&^star), c.blitter.style(symbol{ink: at.ink, ground: c.blitter.behind(at)}))
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

// drawn is the picture that a Canvas drew on a screen last. The next one repeats most of it.
type drawn struct {
	on      Screen
	cells   []cell
	several []string
	shades  []shade
	mode    Mode
	rows    []uint32 // Screen.Written of each row after drawing; 0 to draw the whole row
	wide    int      // wide characters
}

// note replaces cells from one on.
func (d *drawn) note(at int, cells []cell) {
	was := d.cells[at:][:len(cells)]
	for i := range cells {
		if cells[i].glyph == covered {
			d.wide++
		}
		if was[i].glyph == covered {
			d.wide--
		}
	}
	copy(was, cells)
}

// prepare gets ready for the next picture. It forgets the last one if screen, mode or colours changed.
func (d *drawn) prepare(c *Canvas, on Screen) {
	if len(d.cells) != len(c.cells) || len(d.rows) != c.height {
		d.cells, d.rows, d.wide = make([]cell, len(c.cells)), make([]uint32, c.height), 0
	}
	if d.on == on && d.mode == c.Mode && slices.Equal(d.shades, c.blitter.shades) && slices.Equal(d.several, c.several) {
		return
	}
	d.on, d.mode = on, c.Mode
	d.shades, d.several = append(d.shades[:0], c.blitter.shades...), append(d.several[:0], c.several...)
	clear(d.rows)
}

// compared is the number of cells that are compared, and drawn, together.
const compared = 8

// same returns the first index from from on at which the next cells of two rows differ, or the length of the rows.
func same(is, was []cell, from int) int {
	for from+compared <= len(is) && *(*[compared]cell)(is[from:]) == *(*[compared]cell)(was[from:]) {
		from += compared
	}
	if slices.Equal(is[from:], was[from:]) {
		return len(is)
	}
	return from
}
