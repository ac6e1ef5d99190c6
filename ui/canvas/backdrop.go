package canvas

// Backdrop is what lies behind a picture. While it stays the same, only what was put in front of it has to be drawn again.
type Backdrop struct {
	Ground    Ground
	Left, Top int // of the ground: the cell in the upper left corner of the canvas
	Margin    int // so many rows above and below have none
	Stars     int // another number where other stars stand
}

// Ground is cells without end that never change.
type Ground interface {
	Row(x, y int, into [][Across * Down]Colour) // copies cells of a row, from the one in column x on
}

// laid is the Backdrop that lies on a Canvas, and where something is in front of it.
type laid struct {
	is      Backdrop
	touched []BlockSet // by row: where something was put on it in this picture
	changed []BlockSet // by row: where the picture may not be the one that was drawn last, besides
	row     [64][Across * Down]Colour
}

// resize forgets all.
func (l *laid) resize(height int) {
	l.is = Backdrop{}
	if len(l.touched) != height {
		l.touched, l.changed = make([]BlockSet, height), make([]BlockSet, height)
	}
	clear(l.touched)
	for y := range l.changed {
		l.changed[y] = AllBlocks
	}
}

// Fit makes the canvas that many cells wide and high. What is there now may stay; Lay or Resize begins the picture.
func (c *Canvas) Fit(width, height int) {
	if width != c.width || height != c.height {
		c.Resize(width, height)
	}
}

// Lay begins a picture: on the backdrop there is nothing yet, but stars that are still there.
func (c *Canvas) Lay(b Backdrop) {
	same := c.laid.is == b
	c.laid.is = b
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

// lay lays the backdrop on cells of a row.
func (c *Canvas) lay(from, to, y int) {
	row := c.cells[y*c.width:][:c.width]
	if b := &c.laid.is; y < b.Margin || y >= c.height-b.Margin {
		clear(row[from:to])
		return
	}
	for from < to {
		part := c.laid.row[:min(to-from, len(c.laid.row))]
		c.laid.is.Ground.Row(c.laid.is.Left+from, c.laid.is.Top+y, part)
		on := row[from:][:len(part)]
		for i := range part {
			on[i] = cell{dots: part[i]}
		}
		from += len(part)
	}
}

// Forget has the next Lay lay all anew, stars too.
func (c *Canvas) Forget() { c.laid.is = Backdrop{} }

// touch notes that something was put into a cell.
func (c *Canvas) touch(x, y int) { c.laid.touched[y] |= blockOf(x) }

// Star puts a star into a cell in which nothing is but sky. It is behind all else: what asks for what is in the cell finds
// nothing. Where nothing has been drawn since the last picture it is still there.
func (c *Canvas) Star(x, y int, r rune, ink Colour) {
	if uint(x) >= uint(c.width) || uint(y) >= uint(c.height) || (c.laid.touched[y]|c.laid.changed[y])&blockOf(x) == 0 {
		return
	}
	if at := &c.cells[y*c.width+x]; at.glyph == none && at.plain(c.Sky) {
		at.glyph, at.ink = star|glyph(r), ink
	}
}

// plain reports whether the dots of a cell are sky of one colour.
func (at *cell) plain(sky Colour) bool {
	return at.dots[0] <= sky && at.dots == alike(at.dots[0]) && at.figure == 0
}
