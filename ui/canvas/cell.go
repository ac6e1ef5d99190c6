// Package cells is what a terminal shows, cell by cell, in 16 bytes each. What
// draws writes cells, and what sends them compares them with those of the frame before;
// neither has to know the other.
package canvas

// Cell is one cell of a terminal. It is small and without pointers or padding, since all
// of them are written and compared in every frame.
type Cell struct {
	Glyph       CellGlyph
	Ink, Ground CellColour
	Manner      Manner
	Width       uint16 // 1 or 2, and 0 for the right half of a wide character
}

// Blank is a cell of an empty screen.
var Blank = Cell{Glyph: ' ', Width: 1}

// Show makes the cell that of a narrow character in a style. It is written part by part,
// for a Cell that is put together first and copied takes half as long again.
func (c *Cell) Show(g CellGlyph, s Style) {
	c.Glyph, c.Ink, c.Ground, c.Manner, c.Width = g, s.Ink, s.Ground, s.Manner, 1
}

// Style returns what the cell is written with.
func (c *Cell) Style() Style { return Style{c.Ink, c.Ground, c.Manner} }

// Style is what a character is written with. The zero value is what a terminal has by
// itself.
type Style struct {
	Ink, Ground CellColour
	Manner      Manner
}

// Glyph is a rune or, where several make one character, a number that the Clusters of
// the screen give it.
type CellGlyph uint32

// Colour is 0 for what the terminal has by itself, or what Numbered, RGB and Role return.
type CellColour uint32

const (
	anyRGB  CellColour = 1 << 24
	anyRole CellColour = 1 << 25
)

// Numbered returns a colour of a terminal's palette, counted from 0.
func Numbered(n int) CellColour { return CellColour(n&0xffff) + 1 }

// RGB returns the colour 0xRRGGBB.
func RGB(hex int) CellColour { return anyRGB | CellColour(hex&0xffffff) }

// Role returns a colour that is no tone yet: what it is for, counted from 0, as what draws it
// counts that. It gets its tone when the terminal shows it.
func Role(n int) CellColour { return anyRole | CellColour(n&0xffff) }

// Number returns which colour of the palette it is, if it is one.
func (c CellColour) Number() (n int, ok bool) { return int(c) - 1, c != 0 && c < anyRGB }

// RGB returns the colour as 0xRRGGBB, if it is known as that.
func (c CellColour) RGB() (hex int, ok bool) { return int(c &^ anyRGB), c&anyRGB != 0 }

// Role returns what the colour is for, if it is no tone yet.
func (c CellColour) Role() (n int, ok bool) { return int(c &^ anyRole), c&anyRole != 0 }

// Manner is how text is written, besides its colours: any of these together.
type Manner uint16

const (
	Bold       Manner = 1 << 0
	Faint      Manner = 1 << 1
	Italic     Manner = 1 << 2
	Underlined Manner = 1 << 3
	Blinking   Manner = 1 << 4
	Reversed   Manner = 1 << 5
	Struck     Manner = 1 << 6
)
