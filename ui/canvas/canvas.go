// Package canvas draws pictures of coloured half-cell pixels and text on a
// terminal.
//
// A cell is one column wide and holds two pixels, one above the other, or one
// glyph. Cells count from the upper left corner; pixel rows are half a cell
// high, so pixel (x, y) lies in cell (x, y/2).
package canvas

// Canvas is a picture. Set Palette before the first use; the rest of the zero
// value is ready.
type Canvas struct {
	Palette Palette
	ASCII   bool // draw with nothing but ASCII characters

	width, height int // cells
	cells         []cell
}

// cell is one character of the screen.
type cell struct {
	upper, lower Colour // the pixels; behind a glyph its background
	ink          Colour // of the glyph
	wide         bool   // the glyph covers the next cell too
	covered      bool   // by the wide glyph to the left
	glyph        string // one grapheme, or "" where the pixels show
}

// Resize makes the canvas that many cells wide and high, and empty.
func (c *Canvas) Resize(width, height int) {
	c.width, c.height = max(width, 0), max(height, 0)
	if n := c.width * c.height; cap(c.cells) < n {
		c.cells = make([]cell, n)
	} else {
		c.cells = c.cells[:n]
	}
	clear(c.cells)
}

// Size returns the width and height in cells.
func (c *Canvas) Size() (width, height int) { return c.width, c.height }

// Pixel colours one pixel, in place of a glyph that was there; y counts half
// cells. Outside nothing happens.
func (c *Canvas) Pixel(x, y int, k Colour) {
	if uint(x) >= uint(c.width) || uint(y) >= uint(2*c.height) {
		return
	}
	at := &c.cells[y/2*c.width+x]
	if at.glyph != "" || at.covered {
		c.release(x, y/2)
		at.glyph = ""
	}
	if y%2 == 0 {
		at.upper = k
	} else {
		at.lower = k
	}
}

// Blank reports whether a cell is on the canvas and has nothing in it.
func (c *Canvas) Blank(x, y int) bool {
	return uint(x) < uint(c.width) && uint(y) < uint(c.height) && c.cells[y*c.width+x] == cell{}
}

// Fill makes a box of cells blank on a ground of one colour, for text.
func (c *Canvas) Fill(x, y, width, height int, k Colour) {
	c.box(x, y, width, height, cell{upper: k, lower: k, glyph: " "})
}

// Paint makes all pixels in a box of cells one colour and takes away the text.
func (c *Canvas) Paint(x, y, width, height int, k Colour) {
	c.box(x, y, width, height, cell{upper: k, lower: k})
}

func (c *Canvas) box(x, y, width, height int, with cell) {
	left, right := max(x, 0), min(x+width, c.width)
	for row := max(y, 0); row < min(y+height, c.height); row++ {
		for column := left; column < right; column++ {
			c.release(column, row)
			c.cells[row*c.width+column] = with
		}
	}
}

// release takes away the half of a wide glyph that would be left over when the
// cell gets something else.
func (c *Canvas) release(x, y int) {
	at := &c.cells[y*c.width+x]
	if at.covered {
		left := &c.cells[y*c.width+x-1]
		left.glyph, left.wide, at.covered = "", false, false
	}
	if at.wide {
		c.cells[y*c.width+x+1].covered, at.wide = false, false
	}
}

// background is the colour behind a glyph: that of the pixels if they agree.
func (at *cell) background() Colour {
	if at.upper == at.lower {
		return at.lower
	}
	return Space
}
