// Package canvas draws pictures of coloured dots and text on a terminal. It has three layers: the cells of a screen (Cell,
// Grid), a Canvas of dots with its Palette, and a Sheet with the panels, bars and lines that pages are made of.
//
// A cell is two dots wide and four high: dots are square. A cell may have a glyph over its dots. A dot is an entry of the
// Palette. A blitter turns the dots of a cell into a character of two colours that the font has: see Mode.
//
// Cells count from the upper left corner. A pixel is two by two dots, half a cell: pixel (x, y) lies in cell (x, y/2).
package canvas

// Canvas is a picture. Set Palette, Mode and Sky before Resize; the rest of the zero value is ready. Replace the Palette to
// change it, never write to its entries.
type Canvas struct {
	Palette       Palette
	Mode          Mode
	Sky           Colour // dots up to this colour are empty sky: text and stars may cover them
	Scenery       Colour // dots up to this colour are a picture that text must contrast with
	width, height int    // cells
	cells         []cell
	several       []string // the glyphs of several runes; cells refer to them by index
	blitter       blitter
	drawn         drawn
	laid          laid
}

// The width and height of a cell in dots.
const (
	Across = 2
	Down   = 4
)

// cell is one character of the picture, in 16 bytes: every frame compares all of them.
type cell struct {
	dots   dots
	figure mask   // the dots of figures, which keep their outline
	ink    Colour // of the glyph
	glyph  glyph  // none where dots show
}

// dots are the dots of a cell, row by row.
type dots [Across * Down]Colour

// mask is a set of dots of a cell, a bit each, the first dot the lowest.
type mask uint8

const allDots mask = 0xff

// alike returns eight dots of one colour.
func alike(k Colour) dots { return dots{k, k, k, k, k, k, k, k} }

// glyph is a rune, none, covered, star and a rune, or several and an index into Canvas.several.
type glyph uint32

const (
	none    glyph = 0
	star    glyph = 1 << 29 // drawn like a rune, but counts as none
	covered glyph = 1 << 30 // the right half of the wide glyph in the cell to the left
	several glyph = 1 << 31
)

// empty reports whether there is no glyph but perhaps a star.
func (g glyph) empty() bool { return g == none || g&star != 0 }

// Resize empties the canvas and sets its size in cells.
func (c *Canvas) Resize(width, height int) {
	c.width, c.height = max(width, 0), max(height, 0)
	if n := c.width * c.height; cap(c.cells) < n || cap(c.cells) > 4*n { // frees the cells of a much larger canvas
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

// in reports whether a cell is on the canvas.
func (c *Canvas) in(x, y int) bool { return uint(x) < uint(c.width) && uint(y) < uint(c.height) }

// Cell returns the cell of a dot, on the canvas or not.
func (c *Canvas) Cell(x, y int) (column, row int) { return x >> 1, y >> 2 }

// Dot colours one dot of the ground and removes the glyph of its cell. Outside the canvas it does nothing.
func (c *Canvas) Dot(x, y int, k Colour) { c.dot(x, y, k, 0) }

// Figure colours one dot of a figure: a ship or a shot. Its outline matters more than the ground.
func (c *Canvas) Figure(x, y int, k Colour) { c.dot(x, y, k, 1) }

func (c *Canvas) dot(x, y int, k Colour, figure mask) {
	if uint(x) >= uint(Across*c.width) || uint(y) >= uint(Down*c.height) {
		return
	}
	at, i := c.bare(x>>1, y>>2), y&3<<1|x&1
	at.dots[i] = k
	at.figure = at.figure&^(1<<i) | figure<<i
}

// At returns the colour of a dot; Space outside the canvas.
func (c *Canvas) At(x, y int) Colour {
	if uint(x) >= uint(Across*c.width) || uint(y) >= uint(Down*c.height) {
		return Space
	}
	return c.cells[y>>2*c.width+x>>1].dots[y&3<<1|x&1]
}

// Pixel colours one pixel and removes the glyph of its cell. Outside the canvas it does nothing.
func (c *Canvas) Pixel(x, y int, k Colour) {
	if !c.in(x, y>>1) {
		return
	}
	at, i := c.bare(x, y>>1), y&1<<2
	at.figure &^= 0xf << i
	at.dots[i], at.dots[i+1], at.dots[i+2], at.dots[i+3] = k, k, k, k
}

// Tint colours the dots of a cell, except those of figures. It leaves cells with a glyph alone.
func (c *Canvas) Tint(x, y int, k Colour) {
	if !c.in(x, y) {
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

// Block colours all pixels of a box.
func (c *Canvas) Block(x, y, width, height int, k Colour) {
	for row := max(y, 0); row < min(y+height, 2*c.height); row++ {
		for column := max(x, 0); column < min(x+width, c.width); column++ {
			c.Pixel(column, row, k)
		}
	}
}

// bare removes the glyph of a cell and returns the cell.
func (c *Canvas) bare(x, y int) *cell {
	c.touch(x, y)
	at := &c.cells[y*c.width+x]
	if at.glyph != none {
		c.release(x, y)
		at.glyph = none
	}
	return at
}

// Blank reports whether a cell is on the canvas and shows only sky of one colour.
func (c *Canvas) Blank(x, y int) bool {
	if !c.in(x, y) {
		return false
	}
	at := &c.cells[y*c.width+x]
	return at.glyph.empty() && at.plain(c.Sky)
}

// Fill makes a box of cells blank on a ground of one colour, ready for text.
func (c *Canvas) Fill(x, y, width, height int, k Colour) {
	c.box(x, y, width, height, cell{dots: alike(k), glyph: ' '})
}

// Paint makes all pixels in a box of cells one colour and removes text.
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

// release removes a wide glyph that covers a cell, before that cell is overwritten.
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

// wide reports whether the glyph of a cell covers the next cell too.
func (c *Canvas) wide(x, y int) bool {
	return x+1 < c.width && c.cells[y*c.width+x+1].glyph == covered
}

// Dotted reports whether a cell shows dots and no character. At returns their colours.
func (c *Canvas) Dotted(x, y int) bool { return c.in(x, y) && c.cells[y*c.width+x].glyph == none }

// Plain reports whether a cell is on the canvas and has no glyph.
func (c *Canvas) Plain(x, y int) bool { return c.in(x, y) && c.cells[y*c.width+x].glyph.empty() }

// Vacant reports whether a cell is on the canvas and has no character but perhaps a space.
func (c *Canvas) Vacant(x, y int) bool {
	return c.in(x, y) && (c.cells[y*c.width+x].glyph == ' ' || c.Plain(x, y))
}
