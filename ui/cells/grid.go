package cells

// Grid is the cells of a screen, row by row. In each row a wide character's left half is
// followed by its right one.
type Grid struct {
	Width, Height int
	Cells         []Cell
	Clusters      Clusters

	colours int
}

// New returns an empty Grid that is shown in so many colours: 0, 8, 16, 256 or more.
func New(colours int) *Grid { return &Grid{colours: colours} }

// Resize makes it that many cells wide and high, all of them blank.
func (g *Grid) Resize(width, height int) {
	g.Width, g.Height = width, height
	g.Cells = make([]Cell, width*height)
	g.FillWith(Blank)
}

// FillWith makes all cells alike.
func (g *Grid) FillWith(c Cell) {
	if len(g.Cells) == 0 {
		return
	}
	g.Cells[0] = c
	for n := 1; n < len(g.Cells); n *= 2 {
		copy(g.Cells[n:], g.Cells[:n])
	}
}

// Size returns the width and height in cells.
func (g *Grid) Size() (width, height int) { return g.Width, g.Height }

// Colours is how many colours there are to draw with.
func (g *Grid) Colours() int { return g.colours }

// Glyph returns what stands for a character, of which text is all.
func (g *Grid) Glyph(text string) Glyph { return g.Clusters.Glyph(text) }

// Span returns n cells of a row from x on, all of which are to be written, as whole
// characters: of what they cover half, the rest goes blank. It is nil if they are not
// all in the Grid.
func (g *Grid) Span(x, y, n int) []Cell {
	if uint(y) >= uint(g.Height) || x < 0 || n < 1 || x+n > g.Width {
		return nil
	}
	row := g.Cells[y*g.Width : (y+1)*g.Width]
	uncover(row, x)
	uncover(row, x+n-1)
	return row[x : x+n]
}

// Set puts a character at (x, y) if that is in the grid. One that is wider than what is
// left of its row becomes a blank.
func (g *Grid) Set(x, y int, c Cell) {
	if uint(x) >= uint(g.Width) || uint(y) >= uint(g.Height) {
		return
	}
	if c.Width == 2 && x+1 == g.Width {
		c.Glyph, c.Width = ' ', 1
	}
	row := g.Cells[y*g.Width : (y+1)*g.Width]
	uncover(row, x)
	row[x] = c
	if c.Width == 2 {
		uncover(row, x+1)
		row[x+1] = RightHalf(c)
	}
}

// Get returns what a cell shows and how wide that is: a blank for the right half of a
// wide character, and nothing outside.
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

// RightHalf returns the right half of a wide character.
func RightHalf(c Cell) Cell { return Cell{Ink: c.Ink, Ground: c.Ground, Manner: c.Manner} }

// uncover blanks the other half of a wide character that has a half at x.
func uncover(row []Cell, x int) {
	switch {
	case row[x].Width == 0 && x > 0:
		row[x-1].Glyph, row[x-1].Width = ' ', 1
	case row[x].Width == 2:
		row[x+1].Glyph, row[x+1].Width = ' ', 1
	}
}
