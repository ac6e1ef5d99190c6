package canvas

// Grid is the cells of a screen, row by row. In each row a wide character's left half is
// followed by its right one.
type Grid struct {
	Width, Height int
	Cells         []Cell
	Clusters      Clusters

	colours int
	rows    []row
	writes  uint32
}

// row is what is known of the cells of one without looking at them.
type row struct {
	written uint32   // the last of the Grid's writes that was to it
	touched BlockSet // since Touched
}

// New returns an empty Grid that is shown in so many colours: 0, 8, 16, 256 or more.
func NewGrid(colours int) *Grid { return &Grid{colours: colours} }

// Resize makes it that many cells wide and high, all of them blank.
func (g *Grid) Resize(width, height int) {
	g.Width, g.Height = width, height
	g.Cells, g.rows = make([]Cell, width*height), make([]row, height)
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
	for y := range g.rows {
		g.touch(y, 0, g.Width)
	}
}

// touch notes that cells of a row were written.
func (g *Grid) touch(y, from, to int) {
	g.writes++
	g.rows[y].written = g.writes
	g.rows[y].touched |= blocksOf(from, to)
}

// Touched returns which cells of a row may have changed since it was last asked.
func (g *Grid) Touched(y int) BlockSet {
	touched := g.rows[y].touched
	g.rows[y].touched = 0
	return touched
}

// Written tells states of a row apart: as long as it is the same number, nothing has
// written to the row. It is 0 for none.
func (g *Grid) Written(y int) uint32 {
	if uint(y) >= uint(len(g.rows)) {
		return 0
	}
	return g.rows[y].written
}

// Size returns the width and height in cells.
func (g *Grid) Size() (width, height int) { return g.Width, g.Height }

// Colours is how many colours there are to draw with.
func (g *Grid) Colours() int { return g.colours }

// SetColours sets that.
func (g *Grid) SetColours(colours int) { g.colours = colours }

// Glyph returns what stands for a character, of which text is all.
func (g *Grid) Glyph(text string) CellGlyph { return g.Clusters.Glyph(text) }

// Span returns n cells of a row from x on, all of which are to be written, as whole
// characters: of what they cover half, the rest goes blank. It is nil if they are not
// all in the Grid.
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
func rightHalf(c Cell) Cell { return Cell{Ink: c.Ink, Ground: c.Ground, Manner: c.Manner} }

// uncover blanks the other half of a wide character that has a half at x.
func uncover(row []Cell, x int) {
	switch {
	case row[x].Width == 0 && x > 0:
		row[x-1].Glyph, row[x-1].Width = ' ', 1
	case row[x].Width == 2:
		row[x+1].Glyph, row[x+1].Width = ' ', 1
	}
}
