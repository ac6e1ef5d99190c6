package canvas

import ()

// CanCode reports whether a QR code can be drawn: in colours, for without them nobody knows which ink is dark, and in
// half-blocks.
func (s *Sheet) CanCode() bool { return !s.Colourless && s.Mode != ASCII }

// Code draws a QR code whose upper left cell is at (x, y).
func (s *Sheet) Code(x, y int, c QRCode) {
	c.Draw(func(column, row int, character rune, ink, ground Colour) {
		s.Fill(x+column, y+row, 1, 1, ground)
		s.Text(x+column, y+row, string(character), ink)
	})
}
