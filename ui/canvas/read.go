package canvas

// What is read back of a picture, by what shows it in another way than in cells.

// Dotted reports whether a cell shows dots, and no character. Their colours are what At returns.
func (c *Canvas) Dotted(x, y int) bool {
	return uint(x) < uint(c.width) && uint(y) < uint(c.height) && c.cells[y*c.width+x].glyph == none
}

// Stand returns an ASCII character to stand for another.
func Stand(character string) string { return plain(character) }
