package canvas

import (
	"strings"
)

// A large letter is 5 pixels high and 3 wide, or 5 where 3 are too few: a row
// of bits for each line, the highest left.
var letters = map[rune]letter{
	'A': {3, 2, 5, 7, 5, 5}, 'B': {3, 6, 5, 6, 5, 6}, 'C': {3, 3, 4, 4, 4, 3}, 'D': {3, 6, 5, 5, 5, 6},
	'E': {3, 7, 4, 6, 4, 7}, 'F': {3, 7, 4, 6, 4, 4}, 'G': {3, 3, 4, 5, 5, 3}, 'H': {3, 5, 5, 7, 5, 5},
	'I': {3, 7, 2, 2, 2, 7}, 'J': {3, 1, 1, 1, 5, 2}, 'K': {3, 5, 5, 6, 5, 5}, 'L': {3, 4, 4, 4, 4, 7},
	'M': {5, 17, 27, 21, 17, 17}, 'N': {3, 6, 5, 5, 5, 5}, 'O': {3, 2, 5, 5, 5, 2}, 'P': {3, 6, 5, 6, 4, 4},
	'Q': {3, 2, 5, 5, 6, 3}, 'R': {3, 6, 5, 6, 5, 5}, 'S': {3, 3, 4, 2, 1, 6}, 'T': {3, 7, 2, 2, 2, 2},
	'U': {3, 5, 5, 5, 5, 7}, 'V': {3, 5, 5, 5, 5, 2}, 'W': {5, 17, 17, 21, 27, 17}, 'X': {3, 5, 5, 2, 5, 5},
	'Y': {3, 5, 5, 2, 2, 2}, 'Z': {3, 7, 1, 2, 4, 7},
	'0': {3, 7, 5, 5, 5, 7}, '1': {3, 2, 6, 2, 2, 7}, '2': {3, 6, 1, 2, 4, 7}, '3': {3, 6, 1, 2, 1, 6},
	'4': {3, 5, 5, 7, 1, 1}, '5': {3, 7, 4, 6, 1, 6}, '6': {3, 3, 4, 7, 5, 7}, '7': {3, 7, 1, 2, 2, 2},
	'8': {3, 7, 5, 7, 5, 7}, '9': {3, 7, 5, 7, 1, 6},
	'-': {3, 0, 0, 7, 0, 0}, '.': {1, 0, 0, 0, 0, 1}, '_': {3, 0, 0, 0, 0, 7}, ' ': {2},
}

// letter is its width, then its lines.
type letter [6]uint8

// Headline writes a line large, in the middle of the screen from a row on,
// or in ordinary characters if it does not fit or has others than letters and
// digits. It returns the row after it.
func (s *Sheet) Headline(row int, line string, ink Colour) int {
	width := headlineWidth(line)
	if s.Mode == ASCII || width > s.Width()-2 || strings.ContainsFunc(line, unknownLetter) {
		return s.Notice(row, line, ink)
	}
	x := (s.Width() - width) / 2
	s.Fill(x-2, row, width+4, headlineRows, SpaceTone) // and no star shines through
	s.drawLetters(x, row, line, ink)
	return row + headlineRows
}

// HeadlineRows is how many rows a large line takes.
const headlineRows = 4

// PlainHeadlineRows is how many rows a large line takes where there are no dots.
const PlainHeadlineRows = 5

// HeadlineIn writes a line of letters and digits large, in the middle of an area. Where there are no dots, each letter is made
// of itself.
func (s *Sheet) HeadlineIn(a Area, line string, ink Colour) {
	s.Fill(a.X, a.Y, a.Width, a.Height, SpaceTone)
	x := a.X + (a.Width-headlineWidth(line))/2
	if s.Mode != ASCII {
		s.drawLetters(x, a.Y, line, ink)
		return
	}
	for i, r := range line {
		s.drawPlainLetter(x, a.Y, letters[r], line[i:i+1], ink)
		x += int(letters[r][0]) + 1
	}
}

func (s *Sheet) drawPlainLetter(x, y int, l letter, of string, ink Colour) {
	width := int(l[0])
	for dy, bits := range l[1:] {
		for dx := range width {
			if bits>>(width-1-dx)&1 == 1 {
				s.Text(x+dx, y+dy, of, ink)
			}
		}
	}
}

func (s *Sheet) drawLetters(x, row int, line string, ink Colour) {
	for _, r := range line {
		s.drawLetter(x, 2*row+1, letters[r], ink)
		x += int(letters[r][0]) + 1
	}
}

func unknownLetter(r rune) bool {
	_, known := letters[r]
	return !known
}

// headlineWidth returns how many columns a line of large letters takes.
func headlineWidth(line string) int {
	width := -1 // no gap after the last
	for _, r := range line {
		width += int(letters[r][0]) + 1
	}
	return width
}

func (s *Sheet) drawLetter(x, y int, l letter, ink Colour) {
	width := int(l[0])
	for dy, bits := range l[1:] {
		for dx := range width {
			if bits>>(width-1-dx)&1 == 1 {
				s.Pixel(x+dx, y+dy, ink)
			}
		}
	}
}

// noticeWidth is how many columns of a notice fit.
func (s *Sheet) noticeWidth() int { return s.Width() - 4 }

// Notice writes a line in the middle of a row, on a ground of its own. It
// returns the row after it.
func (s *Sheet) Notice(row int, line string, ink Colour) int {
	s.Plate(row, Width(line), 1)
	line = Cut(line, s.noticeWidth())
	s.Text((s.Width()-Width(line))/2, row, line, ink)
	return row + 1
}

// Plate draws the ground of some lines in the middle, and returns what of it is for text.
func (s *Sheet) Plate(row, width, rows int) Area {
	width = min(width, s.noticeWidth())
	x := (s.Width() - width) / 2
	s.Fill(x-2, row, width+4, rows, PanelInk)
	return Area{x, row, width, rows}
}
