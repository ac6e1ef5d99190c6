package canvas

// Backdrop is the ground of a picture. While it stays the same, only the cells in front of it are drawn again; and when it moves together
// with the stars, only these and the cells that come into view.
type Backdrop struct {
	Ground     Ground
	Left, Top  int  // the cell of the ground in the upper left corner of the canvas
	Margin     int  // rows at the top and at the bottom without ground
	FixedStars bool // the stars move with the ground
}

// moved returns by how many cells a picture moves to the right and down until its backdrop is the next one, if nothing else changes.
func (b Backdrop) moved(next Backdrop) (right, down int, ok bool) {
	right, down = b.Left-next.Left, b.Top-next.Top
	b.Left, b.Top = next.Left, next.Top
	return right, down, b == next && b.FixedStars
}

// Ground is an endless plane of cells that never change.
type Ground interface {
	Row(x, y int, into [][Across * Down]Colour) // copies cells of row y, from column x on
}

// laid is the Backdrop on a Canvas, and the cells in front of it.
type laid struct {
	backdrop Backdrop
	touched  []BlockSet // by row: written since Lay
	changed  []BlockSet // by row: may also differ from the picture that was drawn last
	right    int        // cells that the picture has moved since then, without its margins
	down     int
	row      [64][Across * Down]Colour
}

func (l *laid) resize(height int) {
	l.backdrop, l.right, l.down = Backdrop{}, 0, 0
	if len(l.touched) != height {
		l.touched, l.changed = make([]BlockSet, height), make([]BlockSet, height)
	}
	clear(l.touched)
	for y := range l.changed {
		l.changed[y] = AllBlocks
	}
}

// Fit sets the size without clearing cells of a canvas that has it already. Call Lay or Resize next.
func (c *Canvas) Fit(width, height int) {
	if width != c.width || height != c.height {
		c.Resize(width, height)
	}
}

// Lay begins a picture: it puts the backdrop in place of all that was drawn on it. Stars stay while the backdrop does.
func (c *Canvas) Lay(b Backdrop) {
	same := c.laid.backdrop == b
	if right, down, ok := c.laid.backdrop.moved(b); ok && !same {
		same = c.move(right, down)
	}
	c.laid.backdrop = b
	c.several = c.several[:0]
	for y := range c.height {
		stale := c.laid.touched[y]
		if !same {
			stale = AllBlocks
		}
		c.laid.changed[y] |= stale
		c.laid.touched[y] = 0
		for from, to, rest := stale.Next(c.width); to > 0; from, to, rest = rest.Next(c.width) {
			c.lay(from, to, y)
		}
	}
}

// move moves the picture without its margins, and reports whether some of it is still in view. Cells that come into view count as written.
func (c *Canvas) move(right, down int) bool {
	l, margin := &c.laid, c.laid.backdrop.Margin
	field := c.height - 2*margin
	if max(right, -right) >= c.width || max(down, -down) >= field {
		return false
	}
	shift(c.cells, c.width, Area{0, margin, c.width, field}, right, down)
	shift(l.touched, 1, Area{0, margin, 1, field}, 0, down)
	shift(l.changed, 1, Area{0, margin, 1, field}, 0, down)
	for y := margin; y < margin+field; y++ {
		if from := y - down; from < margin || from >= margin+field {
			l.touched[y], l.changed[y] = AllBlocks, AllBlocks
			continue
		}
		l.touched[y] = l.touched[y].shifted(right, c.width) | opened(right, c.width)
		l.changed[y] = l.changed[y].shifted(right, c.width)
	}
	l.right, l.down = l.right+right, l.down+down
	return true
}

// shift moves the cells of a box in rows of that width. Cells to which none moves keep their content.
func shift[T any](cells []T, width int, in Area, right, down int) {
	for i := range in.Height - max(down, -down) {
		y := in.Y + i
		if down > 0 {
			y = in.Y + in.Height - 1 - i // overwritten rows first
		}
		to, from := cells[y*width+in.X:][:in.Width], cells[(y-down)*width+in.X:][:in.Width]
		copy(to[max(right, 0):], from[max(-right, 0):])
	}
}

// lay puts the backdrop on cells of a row.
func (c *Canvas) lay(from, to, y int) {
	row, b := c.cells[y*c.width:][:c.width], &c.laid.backdrop
	if y < b.Margin || y >= c.height-b.Margin {
		clear(row[from:to])
		return
	}
	for from < to {
		part := c.laid.row[:min(to-from, len(c.laid.row))]
		b.Ground.Row(b.Left+from, b.Top+y, part)
		on := row[from:][:len(part)]
		for i := range part {
			on[i] = cell{dots: part[i]}
		}
		from += len(part)
	}
}

// Forget makes the next Lay replace every cell, stars included.
func (c *Canvas) Forget() { c.laid.backdrop = Backdrop{} }

// touch notes a write to a cell.
func (c *Canvas) touch(x, y int) { c.laid.touched[y] |= blockOf(x) }

// Star puts a star into a cell of plain sky. A star counts as no glyph. Cells that were not drawn on since the last picture
// still have theirs.
func (c *Canvas) Star(x, y int, r rune, ink Colour) {
	if !c.in(x, y) || (c.laid.touched[y]|c.laid.changed[y])&blockOf(x) == 0 {
		return
	}
	if at := &c.cells[y*c.width+x]; at.glyph == none && at.plain(c.Sky) {
		at.glyph, at.ink = star|glyph(r), ink
	}
}

// plain reports whether a cell shows only sky of one colour.
func (at *cell) plain(sky Colour) bool {
	return at.dots[0] <= sky && at.dots == alike(at.dots[0]) && at.figure == 0
}
