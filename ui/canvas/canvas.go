// Package canvas draws pictures of coloured dots and text on a terminal.
//
// A cell is one column wide, and two dots wide by four high: dots are square. Over them a
// cell may have a glyph. Dots are entries of the Palette, and a blitter makes characters of
// two colours of them, from what the font has: see Mode.
//
// Cells count from the upper left corner. A pixel is two by two dots, half a cell: pixel
// (x, y) lies in cell (x, y/2).
package canvas

// Canvas is a picture. Set Palette, Mode and Sky before Resize; the rest of
// the zero value is ready. A Palette is replaced, never changed.
type Canvas struct {
	Palette Palette
	Mode    Mode
	Sky     Colour // up to this colour dots are nothing that text or a star could hide
	Scenery Colour // up to this colour dots are a picture that text has to stand out from

	width, height int // cells
	cells         []cell
	several       []string // the glyphs of several runes, at the places that cells name
	blitter       blitter  // for the Palette, on the screen that was last drawn on
	drawn         drawn
	laid          laid
}

// How many dots a cell is wide and high.
const (
	Across = 2
	Down   = 4
)

// cell is one character of the screen, in 16 bytes: all of them are looked at in every
// frame.
type cell struct {
	dots   dots
	figure mask   // the dots that are parts of figures, whose outlines matter most
	ink    Colour // of the glyph
	glyph  glyph  // none where dots show
}

// dots are those of a cell, row by row.
type dots [Across * Down]Colour

// mask is some of the dots of a cell, a bit each, the first the lowest.
type mask uint8

const allDots mask = 0xff

// alike returns dots of one colour.
func alike(k Colour) dots { return dots{k, k, k, k, k, k, k, k} }

// glyph is a rune, none or covered, star and a rune, or several and a place among the Canvas's.
type glyph uint32

const (
	none    glyph = 0
	star    glyph = 1 << 29 // counts as none
	covered glyph = 1 << 30 // by the wide glyph in the cell to the left
	several glyph = 1 << 31
)

// empty reports whether it is none but a star.
func (g glyph) empty() bool { return g == none || g&star != 0 }

// Resize makes the canvas that many cells wide and high, and empty.
func (c *Canvas) Resize(width, height int) {
	c.width, c.height = max(width, 0), max(height, 0)
	if n := c.width * c.height; cap(c.cells) < n || cap(c.cells) > 4*n { // nor does one that was large once keep it
		c.cells = make([]cell, n)
	} else {
		c.cells = c.cells[:n]
	}
	clear(c.cells)
	c.several = c.several[:0]
	c.laid.resize(c.height)
}

// Size returns the width and height in cells.
func (c *Canvas) Size() (width, height int) { return c.width, c.height }

// Dots returns the width and height in dots.
func (c *Canvas) Dots() (width, height int) { return Across * c.width, Down * c.height }

// Cell returns the cell that a dot lies in, on the canvas or not.
func (c *Canvas) Cell(x, y int) (column, row int) { return x >> 1, y >> 2 }

// Dot colours one dot of the ground, in place of a glyph that was there. Outside nothing
// happens.
func (c *Canvas) Dot(x, y int, k Colour) { c.dot(x, y, k, 0) }

// Figure colours one dot of something whose outline matters more than what is behind it: a ship, or a shot.
func (c *Canvas) Figure(x, y int, k Colour) { c.dot(x, y, k, 1) }

func (c *Canvas) dot(x, y int, k Colour, figure mask) {
	if uint(x) >= uint(Across*c.width) || uint(y) >= uint(Down*c.height) {
		return
	}
	at, i := c.bare(x>>1, y>>2), y&3<<1|x&1
	at.dots[i] = k
	at.figure = at.figure&^(1<<i) | figure<<i
}

// At returns the colour of a dot, Space outside.
func (c *Canvas) At(x, y int) Colour {
	if uint(x) >= uint(Across*c.width) || uint(y) >= uint(Down*c.height) {
		return Space
	}
	return c.cells[y>>2*c.width+x>>1].dots[y&3<<1|x&1]
}

// Pixel colours one pixel, in place of a glyph that was there. Outside nothing happens.
func (c *Canvas) Pixel(x, y int, k Colour) {
	if uint(x) >= uint(c.width) || uint(y) >= uint(2*c.height) {
		return
	}
	at, i := c.bare(x, y/2), y&1<<2
	at.figure &^= 0xf << i
	at.dots[i], at.dots[i+1], at.dots[i+2], at.dots[i+3] = k, k, k, k
}

// Tint colours the dots of a cell that are no figure's and lie on no glyph.
func (c *Canvas) Tint(x, y int, k Colour) {
	if uint(x) >= uint(c.width) || uint(y) >= uint(c.height) {
		return
	}
	if at := &c.cells[y*c.width+x]; at.glyph.empty() {
		c.touch(x, y)
		at.glyph, at.ink = none, Space
		for i := range at.dots {
			if at.figure>>i&1 == 0 {
				at.dots[i] = k
			}
		}
	}
}

// Block colours all pixels of a box, as Pixel does one.
func (c *Canvas) Block(x, y, width, height int, k Colour) {
	for row := max(y, 0); row < min(y+height, 2*c.height); row++ {
		for column := max(x, 0); column < min(x+width, c.width); column++ {
			c.Pixel(column, row, k)
		}
	}
}

// bare returns a cell without its glyph.
func (c *Canvas) bare(x, y int) *cell {
	c.touch(x, y)
	at := &c.cells[y*c.width+x]
	if at.glyph != none {
		c.release(x, y)
		at.glyph = none
	}
	return at
}

// Blank reports whether a cell is on the canvas and has nothing in it but sky of one colour.
func (c *Canvas) Blank(x, y int) bool {
	if uint(x) >= uint(c.width) || uint(y) >= uint(c.height) {
		return false
	}
	at := &c.cells[y*c.width+x]
	return at.glyph.empty() && at.plain(c.Sky)
}

// Fill makes a box of cells blank on a ground of one colour, for text.
func (c *Canvas) Fill(x, y, width, height int, k Colour) {
	c.box(x, y, width, height, cell{dots: alike(k), glyph: ' '})
}

// Paint makes all pixels in a box of cells one colour and takes away text and
// dots.
func (c *Canvas) Paint(x, y, width, height int, k Colour) {
	c.box(x, y, width, height, cell{dots: alike(k)})
}

func (c *Canvas) box(x, y, width, height int, with cell) {
	left, right := max(x, 0), min(x+width, c.width)
	for row := max(y, 0); row < min(y+height, c.height); row++ {
		for column := left; column < right; column++ {
			at := &c.cells[row*c.width+column]
			if at.glyph != none {
				c.release(column, row)
			}
			c.touch(column, row)
			*at = with
		}
	}
}

// release takes away the half of a wide glyph that would be left over when the
// cell gets something else.
func (c *Canvas) release(x, y int) {
	at := y*c.width + x
	if c.cells[at].glyph == covered {
		c.touch(x-1, y)
		c.cells[at-1].glyph, c.cells[at].glyph = none, none
	}
	if c.wide(x, y) {
		c.touch(x+1, y)
		c.cells[at+1].glyph = none
	}
}

// wide reports whether the glyph of a cell covers the next one too.
func (c *Canvas) wide(x, y int) bool {
	return x+1 < c.width && c.cells[y*c.width+x+1].glyph == covered
}
