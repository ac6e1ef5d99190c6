package canvas

import "math/bits"

// Cell is one cell of a terminal. It is small, without pointers and padding: every frame writes and compares all cells.
type Cell struct {
	Glyph       Glyph
	Ink, Ground TermColour
	Manner      Manner
	Width       uint16 // 1 or 2, and 0 for the right half of a wide character
}

// Blank is a cell of an empty screen.
var Blank = Cell{Glyph: ' ', Width: 1}

// Show makes the cell a narrow character. Setting field by field is faster: a Cell that is built first and copied takes
// 1.5 times as long.
func (c *Cell) Show(g Glyph, s Style) {
	c.Glyph, c.Ink, c.Ground, c.Manner, c.Width = g, s.Ink, s.Ground, s.Manner, 1
}

// Style returns the style of the cell.
func (c *Cell) Style() Style { return Style{c.Ink, c.Ground, c.Manner} }

// Style is the colours and attributes of a character. The zero value is the terminal's default.
type Style struct {
	Ink, Ground TermColour
	Manner      Manner
}

// Glyph is a rune or, for a character of several runes, its number in the Clusters of the screen.
type Glyph uint32

// TermColour is 0 for the terminal's default, or a value of Numbered, RGB or Role.
type TermColour uint32

const (
	anyRGB  TermColour = 1 << 24
	anyRole TermColour = 1 << 25
)

// Numbered returns entry n of a terminal's palette.
func Numbered(n int) TermColour { return TermColour(n&0xffff) + 1 }

// RGB returns the colour 0xRRGGBB.
func RGB(hex int) TermColour { return anyRGB | TermColour(hex&0xffffff) }

// Role returns a placeholder for a colour of a role, which the drawing program numbers from 0. The terminal replaces it by a
// tone.
func Role(n int) TermColour { return anyRole | TermColour(n&0xffff) }

// Number returns the entry of the terminal's palette, if c is one.
func (c TermColour) Number() (n int, ok bool) { return int(c) - 1, c != 0 && c < anyRGB }

// RGB returns the colour as 0xRRGGBB, if c is one of these.
func (c TermColour) RGB() (hex int, ok bool) { return int(c &^ anyRGB), c&anyRGB != 0 }

// Role returns the number of the role, if c is a placeholder.
func (c TermColour) Role() (n int, ok bool) { return int(c &^ anyRole), c&anyRole != 0 }

// Manner is a set of text attributes.
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

// Grid is the cells of a screen, row by row. The left half of a wide character is followed by its right half.
type Grid struct {
	Width, Height int
	Cells         []Cell
	Clusters      Clusters

	colours     int
	rows        []row
	writes      uint32
	right, down int  // see Moved
	placed      bool // Shift was called
}

// row is the state of a row.
type row struct {
	written uint32   // number of the last write
	touched BlockSet // since the last Touched
}

// NewGrid returns an empty Grid with 0, 8, 16, 256 or more colours.
func NewGrid(colours int) *Grid { return &Grid{colours: colours} }

// Resize sets the size in cells and blanks them all.
func (g *Grid) Resize(width, height int) {
	g.Width, g.Height = width, height
	g.Cells, g.rows = make([]Cell, width*height), make([]row, height)
	g.Moved()
	g.FillWith(Blank)
}

// FillWith sets all cells.
func (g *Grid) FillWith(c Cell) {
	if len(g.Cells) == 0 {
		return
	}
	g.Cells[0] = c
	for n := 1; n < len(g.Cells); n *= 2 {
		copy(g.Cells[n:], g.Cells[:n])
	}
	for y := range g.rows {
		g.touch(y, 0, g.Width)
	}
}

// touch notes a write to cells of a row.
func (g *Grid) touch(y, from, to int) {
	g.writes++
	g.rows[y].written = g.writes
	g.rows[y].touched |= blocksOf(from, to)
}

// Touched returns the blocks of a row that may have changed since the last call.
func (g *Grid) Touched(y int) BlockSet {
	touched := g.rows[y].touched
	g.rows[y].touched = 0
	return touched
}

// Written returns a number that changes with each write to a row; 0 for no write.
func (g *Grid) Written(y int) uint32 {
	if uint(y) >= uint(len(g.rows)) {
		return 0
	}
	return g.rows[y].written
}

// Shift moves rows of cells to the right and down, perhaps by nothing. Cells to which none moves keep their content. There must be no wide
// characters in moved rows.
func (g *Grid) Shift(a Area, right, down int) {
	if g.placed = true; right == 0 && down == 0 {
		return
	}
	shift(g.Cells, g.Width, a, right, down)
	g.right, g.down = g.right+right, g.down+down
	for y := a.Y; y < a.Y+a.Height; y++ {
		g.touch(y, a.X, a.X+a.Width)
	}
}

// Moved returns by how many cells most of the picture has moved since the last call, if Shift was called.
func (g *Grid) Moved() (right, down int, known bool) {
	right, down, known = g.right, g.down, g.placed
	g.right, g.down, g.placed = 0, 0, false
	return right, down, known
}

// Size returns the width and height in cells.
func (g *Grid) Size() (width, height int) { return g.Width, g.Height }

// Colours returns the number of colours.
func (g *Grid) Colours() int { return g.colours }

// SetColours sets the number of colours.
func (g *Grid) SetColours(colours int) { g.colours = colours }

// Glyph returns the glyph of a whole character.
func (g *Grid) Glyph(text string) Glyph { return g.Clusters.Glyph(text) }

// Span returns n cells of a row from x on. The caller writes them all, with whole characters. Wide characters that it cuts
// are blanked. It is nil if not all cells are in the Grid.
func (g *Grid) Span(x, y, n int) []Cell {
	if uint(y) >= uint(g.Height) || x < 0 || n < 1 || x+n > g.Width {
		return nil
	}
	row, from, to := g.Cells[y*g.Width:(y+1)*g.Width], x, x+n
	if row[x].Width != 1 || row[x+n-1].Width != 1 {
		from, to = x-1, x+n+1
		uncover(row, x)
		uncover(row, x+n-1)
	}
	g.touch(y, from, to)
	return row[x : x+n]
}

// Set puts a character at (x, y), if that is in the grid. A wide one in the last column becomes a blank.
func (g *Grid) Set(x, y int, c Cell) {
	if uint(x) >= uint(g.Width) || uint(y) >= uint(g.Height) {
		return
	}
	if c.Width == 2 && x+1 == g.Width {
		c.Glyph, c.Width = ' ', 1
	}
	row := g.Cells[y*g.Width : (y+1)*g.Width]
	if row[x] == c {
		return
	}
	g.touch(y, x-1, x+3)
	uncover(row, x)
	row[x] = c
	if c.Width == 2 {
		uncover(row, x+1)
		row[x+1] = rightHalf(c)
	}
}

// Get returns the character of a cell and its width: a blank for the right half of a wide character, nothing outside.
func (g *Grid) Get(x, y int) (character string, s Style, width int) {
	if uint(x) >= uint(g.Width) || uint(y) >= uint(g.Height) {
		return "", Style{}, 0
	}
	c := &g.Cells[y*g.Width+x]
	if c.Width == 0 {
		return " ", c.Style(), 1
	}
	return g.Clusters.Text(c.Glyph), c.Style(), int(c.Width)
}

// rightHalf returns the right half of a wide character.
func rightHalf(c Cell) Cell { return Cell{Ink: c.Ink, Ground: c.Ground, Manner: c.Manner} }

// uncover blanks the other half of a wide character at x.
func uncover(row []Cell, x int) {
	switch {
	case row[x].Width == 0 && x > 0:
		row[x-1].Glyph, row[x-1].Width = ' ', 1
	case row[x].Width == 2:
		row[x+1].Glyph, row[x+1].Width = ' ', 1
	}
}

// Inset is a box of a screen as a screen of its own.
type Inset struct {
	Screen
	X, Y, Width, Height int
}

// Size returns the size of the box.
func (i Inset) Size() (width, height int) { return i.Width, i.Height }

// Written returns the state of the screen's row.
func (i Inset) Written(y int) uint32 { return i.Screen.Written(i.Y + y) }

// Span returns cells of the box.
func (i Inset) Span(x, y, n int) []Cell { return i.Screen.Span(i.X+x, i.Y+y, n) }

// Shift moves rows of the box.
func (i Inset) Shift(a Area, right, down int) {
	a.X, a.Y = a.X+i.X, a.Y+i.Y
	i.Screen.Shift(a, right, down)
}

// BlockSet is a set of blocks of cells in a row, a bit each, from the left. The last one has all cells right of it.
type BlockSet uint64

const (
	BlockWidth = 8 // cells, two cache lines
	maxBlocks  = 64

	AllBlocks BlockSet = 1<<maxBlocks - 1
)

// blocksOf returns the blocks of cells from up to before to.
func blocksOf(from, to int) BlockSet {
	first, last := min(max(from, 0)/BlockWidth, maxBlocks-1), min((to-1)/BlockWidth, maxBlocks-1)
	return AllBlocks << first & (AllBlocks >> (maxBlocks - 1 - last))
}

// blockOf returns the block of a cell.
func blockOf(x int) BlockSet { return 1 << min(uint(x)/BlockWidth, maxBlocks-1) }

// shifted returns the blocks with cells that move to the right, in a row of that width.
func (b BlockSet) shifted(right, width int) (all BlockSet) {
	if right == 0 {
		return b
	}
	for from, to, rest := b.Next(width); to > 0; from, to, rest = rest.Next(width) {
		if from, to = max(from+right, 0), min(to+right, width); from < to {
			all |= blocksOf(from, to)
		}
	}
	return all
}

// opened returns the blocks with cells to which none moves.
func opened(right, width int) BlockSet {
	switch {
	case right > 0:
		return blocksOf(0, right)
	case right < 0:
		return blocksOf(width+right, width)
	}
	return 0
}

// Next returns the leftmost run of cells in b, for a row of that width, and the blocks after it. to is 0 when none are left.
func (b BlockSet) Next(width int) (from, to int, rest BlockSet) {
	if b == 0 {
		return 0, 0, 0
	}
	first := bits.TrailingZeros64(uint64(b))
	end := first + bits.TrailingZeros64(^uint64(b>>first))
	from, to = first*BlockWidth, end*BlockWidth
	if end >= maxBlocks || to > width {
		to = width
	}
	if from >= to {
		return 0, 0, 0
	}
	return from, to, b >> end << end
}
