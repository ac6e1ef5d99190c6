// Package draw has what all parts of the match screen draw with: the sheet, areas of cells,
// panels, notices and wrapped text. It knows colours, and nothing of a match.
package canvas

import (
	"time"
)

// Sheet is what a picture is drawn on: the canvas, on a wide screen with a panel at the
// right of the field, and the time at which it is drawn.
type Sheet struct {
	*Canvas
	Now time.Time

	Side    int  // columns at the right that the panel takes
	Above   int  // rows under the top line that are for text
	Covered Area // that the page of net figures covers

	Wordless      bool // it lies behind a page: nothing in it is to be read
	Colourless    bool // the terminal has no colours
	FewerFlashes  bool // what blinks or flickers holds still
	ReducedMotion bool // nothing moves but what is there: space is bare, and stands still in the arena
	LowBandwidth  bool // the terminal is far away: what moves takes few bytes
	Detail        Detail
	Pad           bool // what the player holds instead of a keyboard
}

// Width is that of the field, in cells.
func (s *Sheet) Width() int {
	width, _ := s.Size()
	return width - s.Side
}

// Height is that of the screen, in cells: the field has a HUD line less above and below.
func (s *Sheet) Height() int {
	_, height := s.Size()
	return height
}

// Dots returns the width and height of the field with the HUD lines, in dots.
func (s *Sheet) Dots() (width, height int) {
	width, height = s.Canvas.Dots()
	return width - Across*s.Side, height
}

// InField reports whether a cell is in the field.
func (s *Sheet) InField(x, y int) bool {
	return x >= 0 && x < s.Width() && y > 0 && y < s.Height()-1
}

// Beat counts from 0 to n-1 and again, one step each period. It stays 0
// with FewerFlashes.
func (s *Sheet) Beat(period time.Duration, n int) int {
	if s.FewerFlashes {
		return 0
	}
	return int(s.Now.UnixNano() / int64(period) % int64(n))
}

// ChatRows is how many rows above the bottom line pages leave to the chat.
const ChatRows = 4
