package canvas

import (
	"strconv"
	"strings"
)

// Middle returns an area in the middle of the field, of the given size or as much as fits.
func (s *Sheet) Middle(width, height int) Area {
	width, height = min(width, s.Width()-2), min(height, s.Height()-2)
	return Area{(s.Width() - width) / 2, (s.Height() - height) / 2, width, height}
}

// Panel draws a framed panel with a title and returns the area inside.
func (s *Sheet) Panel(a Area, title string) Area {
	s.Fill(a.X, a.Y, a.Width, a.Height, PanelInk)
	s.Box(a.X, a.Y, a.Width, a.Height)
	title = " " + Cut(title, a.Width-6) + " "
	s.Text(a.X+(a.Width-Width(title))/2, a.Y, title, Accent)
	return Area{a.X + 2, a.Y + 1, a.Width - 4, a.Height - 2}
}

// Foot writes a line of help into the lower edge of a framed panel.
func (s *Sheet) Foot(a Area, line string) {
	line = " " + Cut(s.Hint(line), a.Width-6) + " "
	s.Text(a.X+(a.Width-Width(line))/2, a.Y+a.Height-1, line, LabelInk)
}

// Box draws the frame of a box.
func (s *Sheet) Box(x, y, width, height int) {
	right, bottom := x+width-1, y+height-1
	for column := x + 1; column < right; column++ {
		s.Text(column, y, "─", RuleInk)
		s.Text(column, bottom, "─", RuleInk)
	}
	for row := y + 1; row < bottom; row++ {
		s.Text(x, row, "│", RuleInk)
		s.Text(right, row, "│", RuleInk)
	}
	s.Text(x, y, "┌", RuleInk)
	s.Text(right, y, "┐", RuleInk)
	s.Text(x, bottom, "└", RuleInk)
	s.Text(right, bottom, "┘", RuleInk)
}

// Centred writes a line in the middle of a row of an area; nothing outside the area.
func (s *Sheet) Centred(a Area, row int, line string, ink Colour) {
	if row < 0 || row >= a.Height {
		return
	}
	line = Cut(line, a.Width)
	s.Text(a.X+(a.Width-Width(line))/2, a.Y+row, line, ink)
}

// Right writes a line that ends before a column.
func (s *Sheet) Right(column, row int, line string, ink Colour) {
	s.Text(column-Width(line), row, line, ink)
}

// Drawer draws the lower and right edge of an area that hangs from the top line.
func (s *Sheet) Drawer(a Area) {
	right, bottom := a.X+a.Width-1, a.Y+a.Height-1
	for y := a.Y; y < bottom; y++ {
		s.Text(right, y, "│", RuleInk)
	}
	for x := a.X; x < right; x++ {
		s.Text(x, bottom, "─", RuleInk)
	}
	s.Text(right, bottom, "┘", RuleInk)
}

// Heading draws a line with a title across the panel.
func (s *Sheet) Heading(a Area, title string) {
	for x := a.X - 1; x <= a.X+a.Width; x++ {
		s.Text(x, a.Y, "─", RuleInk)
	}
	s.Text(s.Text(s.Text(a.X, a.Y, " ", LabelInk), a.Y, title, LabelInk), a.Y, " ", LabelInk)
}

// Tie returns the mark before a shared place.
func Tie(shared bool) string {
	if shared {
		return "="
	}
	return ""
}

// Place writes a place that ends before a column.
func (s *Sheet) Place(column, row, place int, shared bool) {
	number := strconv.Itoa(place)
	s.Right(column, row, number, LabelInk)
	s.Right(column-len(number), row, Tie(shared), LabelInk)
}

// A large letter is 5 pixels high and 3 (some 5) wide: a row of bits for each line, the highest left.
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

// letter is the width, then the lines.
type letter [6]uint8

// Headline writes a line in large letters in the middle of the screen. If it does not fit or has other characters than
// letters and digits, it is a Notice. It returns the row after it.
func (s *Sheet) Headline(row int, line string, ink Colour) int {
	width := headlineWidth(line)
	if s.Mode == ASCII || width > s.Width()-2 || strings.ContainsFunc(line, func(r rune) bool { return letters[r] == letter{} }) {
		return s.Notice(row, line, ink)
	}
	x := (s.Width() - width) / 2
	s.clearLarge(Area{x - 2, row, width + 4, HeadlineRows})
	s.drawLetters(x, row, line, ink)
	return row + HeadlineRows
}

// clearLarge removes the stars where large letters will be.
func (s *Sheet) clearLarge(a Area) {
	s.Fill(a.X, a.Y, a.Width, a.Height, Space)
	s.Large = [2]Area{s.Large[1], a}
}

// The number of rows of large letters, and that in ASCII.
const (
	HeadlineRows      = 4
	PlainHeadlineRows = 5
)

// HeadlineIn writes a line of letters and digits large, in the middle of an area. In ASCII each large letter consists of
// small ones.
func (s *Sheet) HeadlineIn(a Area, line string, ink Colour) {
	s.clearLarge(a)
	x := a.X + (a.Width-headlineWidth(line))/2
	if s.Mode != ASCII {
		s.drawLetters(x, a.Y, line, ink)
		return
	}
	for i, r := range line {
		letters[r].each(func(dx, dy int) { s.Text(x+dx, a.Y+dy, line[i:i+1], ink) })
		x += int(letters[r][0]) + 1
	}
}

func (s *Sheet) drawLetters(x, row int, line string, ink Colour) {
	for _, r := range line {
		letters[r].each(func(dx, dy int) { s.Pixel(x+dx, 2*row+1+dy, ink) })
		x += int(letters[r][0]) + 1
	}
}

// each calls put for each pixel of a letter.
func (l letter) each(put func(dx, dy int)) {
	width := int(l[0])
	for dy, bits := range l[1:] {
		for dx := range width {
			if bits>>(width-1-dx)&1 == 1 {
				put(dx, dy)
			}
		}
	}
}

// headlineWidth returns the number of columns of a line of large letters.
func headlineWidth(line string) int {
	width := -1 // no gap after the last
	for _, r := range line {
		width += int(letters[r][0]) + 1
	}
	return width
}

// noticeWidth returns the most columns of a notice.
func (s *Sheet) noticeWidth() int { return s.Width() - 4 }

// Notice writes a line in the middle of a row, on a plate. It returns the row after it.
func (s *Sheet) Notice(row int, line string, ink Colour) int {
	s.Plate(row, Width(line), 1)
	line = Cut(line, s.noticeWidth())
	s.Text((s.Width()-Width(line))/2, row, line, ink)
	return row + 1
}

// Plate draws the ground for lines in the middle of the screen, and returns the area for text.
func (s *Sheet) Plate(row, width, rows int) Area {
	width = min(width, s.noticeWidth())
	x := (s.Width() - width) / 2
	s.Fill(x-2, row, width+4, rows, PanelInk)
	return Area{x, row, width, rows}
}
