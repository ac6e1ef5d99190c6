package canvas

import "time"

// Sheet is the canvas of the match screen: the field, on a wide screen a panel at its right, and the time of the picture.
type Sheet struct {
	*Canvas
	Now time.Time

	Side    int     // columns of the panel at the right
	Above   int     // rows under the top line that are for text
	Covered Area    // by the page of net figures
	Large   [2]Area // the latest lines of large letters

	Wordless      bool // it lies behind a page: draw no text
	Colourless    bool // the terminal has no colours
	FewerFlashes  bool // nothing blinks or flickers
	ReducedMotion bool // no moving decoration: space is bare and fixed to the arena
	LowBandwidth  bool // moving things must take few bytes
	Detail        Detail
	Pad           bool // the player has a pad instead of a keyboard
}

// Width returns the width of the field, in cells.
func (s *Sheet) Width() int {
	width, _ := s.Size()
	return width - s.Side
}

// Height returns the height of the screen, in cells. The field lacks the HUD lines, its first and last row.
func (s *Sheet) Height() int {
	_, height := s.Size()
	return height
}

// Dots returns the size of the field with the HUD lines, in dots.
func (s *Sheet) Dots() (width, height int) {
	width, height = s.Canvas.Dots()
	return width - Across*s.Side, height
}

// thumbsNeed is the height from which the stick and the buttons of a phone cover nothing: none on its side has so many rows.
const thumbsNeed = 36

// Phone reports whether the stick and the buttons of a phone cover parts of the screen.
func (s *Sheet) Phone() bool { return s.Pad && s.Height() < thumbsNeed }

// InField reports whether a cell is in the field.
func (s *Sheet) InField(x, y int) bool {
	return x >= 0 && x < s.Width() && y > 0 && y < s.Height()-1
}

// Beat counts from 0 to n-1 again and again, one step each period. With FewerFlashes it stays 0.
func (s *Sheet) Beat(period time.Duration, n int) int {
	if s.FewerFlashes {
		return 0
	}
	return int(s.Now.UnixNano() / int64(period) % int64(n))
}

// ChatRows is the number of rows above the bottom line that pages leave to the chat.
const ChatRows = 4

// Area is a box of cells.
type Area struct{ X, Y, Width, Height int }

// Holds reports whether a cell is in the area.
func (a Area) Holds(x, y int) bool {
	return x >= a.X && x < a.X+a.Width && y >= a.Y && y < a.Y+a.Height
}

// Meets reports whether two areas have a cell in common.
func (a Area) Meets(b Area) bool {
	return a.X < b.X+b.Width && b.X < a.X+a.Width && a.Y < b.Y+b.Height && b.Y < a.Y+a.Height
}

// Wider returns the area with a margin of so many columns and rows all around.
func (a Area) Wider(columns, rows int) Area {
	return Area{a.X - columns, a.Y - rows, a.Width + 2*columns, a.Height + 2*rows}
}

// Within returns the common part of two areas; without width or height if there is none.
func (a Area) Within(b Area) Area {
	x, y := max(a.X, b.X), max(a.Y, b.Y)
	return Area{x, y, max(min(a.X+a.Width, b.X+b.Width)-x, 0), max(min(a.Y+a.Height, b.Y+b.Height)-y, 0)}
}

// Rect returns an area by its upper left cell and size.
func Rect(x, y, width, height int) Area { return Area{x, y, width, height} }

// eighths are blocks that fill so many eighths of a cell from the left.
var eighths = [...]string{" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"}

// pipWidth is the width of a pip in eighths of a cell; the rest is a gap.
const pipWidth = 6

// Pips draws a bar of cells pips, of which share/all is filled. It returns the column after it.
func (s *Sheet) Pips(x, y, cells, share, all int, ink Colour) int {
	filled := min(max(share*cells*pipWidth/max(all, 1), 0), cells*pipWidth)
	for i := range cells {
		switch part := min(max(filled-pipWidth*i, 0), pipWidth); {
		case part > 0:
			s.Text(x+i, y, eighths[part], ink)
		case s.Mode == ASCII || s.Colourless:
			s.Text(x+i, y, "·", LabelInk)
		default:
			s.Text(x+i, y, eighths[pipWidth], BarTrack)
		}
	}
	return x + cells
}

// Bar draws a bar of cells, of which share/all is filled. It returns the column after it.
func (s *Sheet) Bar(x, y, cells, share, all int, ink Colour) int {
	filled := min(max(share*cells*8/max(all, 1), 0), cells*8)
	s.Fill(x, y, cells, 1, BarTrack)
	for i := range cells {
		switch part := min(max(filled-8*i, 0), 8); {
		case part == 8 && s.Mode != ASCII:
			s.Paint(x+i, y, 1, 1, ink) // a block shows seams in many fonts
		case part > 0:
			s.Text(x+i, y, eighths[part], ink)
		case s.Mode == ASCII:
			s.Text(x+i, y, "-", LabelInk)
		}
	}
	return x + cells
}
