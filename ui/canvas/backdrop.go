package canvas

// Backdrop is the ground of a picture. While it stays the same, only the cells in front of it are drawn again.
type Backdrop struct {
	Ground    Ground
	Left, Top int // the cell of the ground in the upper left corner of the canvas
	Margin    int // rows at the top and at the bottom without ground
	Stars     int // changes when the stars change
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
	row      [64][Across * Down]Colour
}

func (l *laid) resize(height int) {
	l.backdrop = Backdrop{}
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
