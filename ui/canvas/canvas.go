// Package canvas draws pictures of coloured dots and text on a terminal.
//
// A cell is one column wide. It holds two pixels, one above the other, or dots
// of one colour, or one glyph:
//
//	Blocks   a dot is a pixel
//	Braille  2 by 4 dots, a quarter of a pixel each, on the ground of the pixels
//	ASCII    a dot is a pixel, shown by a character that looks like it
//
// Cells count from the upper left corner; pixel rows are half a cell high, so
// pixel (x, y) lies in cell (x, y/2).
package canvas

// Canvas is a picture. Set Palette and Mode before Resize; the rest of
// the zero value is ready.
type Canvas struct {
	Palette Palette
	Mode    Mode

	width, height int // cells
	cells         []cell
	several       []string // the glyphs of several runes, at the places that cells name
	shades        []shade  // of the Palette, on the screen that was last drawn on
	drawn         drawn
}

// Mode is what dots are drawn with.
type Mode uint8

// The modes, by what a font has to have.
const (
	Blocks  Mode = 0 // half-blocks
	Braille Mode = 1
	ASCII   Mode = 2 // nothing but ASCII characters, for text too
)

// Fine is how many dots lie side by side in a pixel.
func (m Mode) Fine() int {
	if m == Braille {
		return 2
	}
	return 1
}

func (m Mode) String() string {
	return [...]string{Blocks: "half-blocks", Braille: "braille", ASCII: "ascii"}[m]
}

// cell is one character of the screen, in 8 bytes: all of them are looked at in every
// frame.
type cell struct {
	upper, lower Colour // the pixels; behind a glyph or dots the background
	ink          Colour // of the glyph or the dots
	dots         uint8  // that are set, a bit each as in the Unicode block of braille
	glyph        glyph  // none where dots and pixels show
}

// glyph is a rune, none or covered, or several and a place among the Canvas's.
type glyph uint32

const (
	none    glyph = 0
	covered glyph = 1 << 30 // by the wide glyph in the cell to the left
	several glyph = 1 << 31
)

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
}

// Size returns the width and height in cells.
func (c *Canvas) Size() (width, height int) { return c.width, c.height }

// Dots returns the width and height in dots.
func (c *Canvas) Dots() (width, height int) {
	fine := c.Mode.Fine()
	return fine * c.width, 2 * fine * c.height
}

// Cell returns the cell that a dot lies in, on the canvas or not.
func (c *Canvas) Cell(x, y int) (column, row int) {
	if c.Mode == Braille {
		return x >> 1, y >> 2
	}
	return x, y >> 1
}

// Dot colours one dot, in place of a glyph that was there. With k Space it is
// taken away. Dots that share a cell share the colour of the last one. Outside
// nothing happens.
func (c *Canvas) Dot(x, y int, k Colour) {
	if c.Mode != Braille {
		c.Pixel(x, y, k)
		return
	}
	if uint(x) >= uint(2*c.width) || uint(y) >= uint(4*c.height) {
		return
	}
	at := c.bare(x/2, y/4)
	bit := brailleBits[y%4][x%2]
	if k == Space {
		if at.dots &^= bit; at.dots == 0 {
			at.ink = Space
		}
		return
	}
	at.dots |= bit
	at.ink = k
}

// brailleBits are the bits of the dots of a cell, row by row, in a code point's
// distance from U+2800 (The Unicode Standard, chapter 21.1).
var brailleBits = [4][2]uint8{{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}

// Pixel colours one pixel, in place of a glyph or dots that were there; y counts
// half cells. Outside nothing happens.
func (c *Canvas) Pixel(x, y int, k Colour) {
	if uint(x) >= uint(c.width) || uint(y) >= uint(2*c.height) {
		return
	}
	at := c.bare(x, y/2)
	at.dots = 0
	if y%2 == 0 {
		at.upper = k
	} else {
		at.lower = k
	}
}

// Block colours all pixels of a box, as Pixel does one.
func (c *Canvas) Block(x, y, width, height int, k Colour) {
	top, bottom := max(y, 0), min(y+height, 2*c.height)
	if top < bottom && top%2 == 1 {
		c.pixels(x, top, width, k)
		top++
	}
	if top < bottom && bottom%2 == 1 {
		bottom--
		c.pixels(x, bottom, width, k)
	}
	c.Paint(x, top/2, width, (bottom-top)/2, k)
}

// pixels colours a row of them.
func (c *Canvas) pixels(x, y, width int, k Colour) {
	for i := max(x, 0); i < min(x+width, c.width); i++ {
		at := &c.cells[y/2*c.width+i]
		if at.glyph != none {
			at = c.bare(i, y/2)
		}
		at.dots = 0
		if y%2 == 0 {
			at.upper = k
		} else {
			at.lower = k
		}
	}
}

// bare returns a cell without its glyph.
func (c *Canvas) bare(x, y int) *cell {
	at := &c.cells[y*c.width+x]
	if at.glyph != none {
		c.release(x, y)
		at.glyph, at.dots = none, 0
	}
	return at
}

// Blank reports whether a cell is on the canvas and has nothing in it.
func (c *Canvas) Blank(x, y int) bool {
	return uint(x) < uint(c.width) && uint(y) < uint(c.height) && c.cells[y*c.width+x] == cell{}
}

// Fill makes a box of cells blank on a ground of one colour, for text.
func (c *Canvas) Fill(x, y, width, height int, k Colour) {
	c.box(x, y, width, height, cell{upper: k, lower: k, glyph: ' '})
}

// Paint makes all pixels in a box of cells one colour and takes away text and
// dots.
func (c *Canvas) Paint(x, y, width, height int, k Colour) {
	c.box(x, y, width, height, cell{upper: k, lower: k})
}

func (c *Canvas) box(x, y, width, height int, with cell) {
	left, right := max(x, 0), min(x+width, c.width)
	for row := max(y, 0); row < min(y+height, c.height); row++ {
		for column := left; column < right; column++ {
			at := &c.cells[row*c.width+column]
			if at.glyph != none {
				c.release(column, row)
			}
			*at = with
		}
	}
}

// release takes away the half of a wide glyph that would be left over when the
// cell gets something else.
func (c *Canvas) release(x, y int) {
	at := y*c.width + x
	if c.cells[at].glyph == covered {
		c.cells[at-1].glyph, c.cells[at].glyph = none, none
	}
	if c.wide(x, y) {
		c.cells[at+1].glyph = none
	}
}

// wide reports whether the glyph of a cell covers the next one too.
func (c *Canvas) wide(x, y int) bool {
	return x+1 < c.width && c.cells[y*c.width+x+1].glyph == covered
}

// background is the colour behind a glyph or dots: the lower pixel's, unless
// one of the two shows nothing.
func (at *cell) background() Colour {
	if at.upper == Space {
		return Space
	}
	return at.lower
}
