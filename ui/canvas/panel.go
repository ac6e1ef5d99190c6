package canvas

import (
	"strconv"
)

// Middle returns an area in the middle of the field, as large as wanted or as there is room.
func (s *Sheet) Middle(width, height int) Area {
	width, height = min(width, s.Width()-2), min(height, s.Height()-2)
	return Area{(s.Width() - width) / 2, (s.Height() - height) / 2, width, height}
}

// Panel draws a framed panel with a title and returns the area within.
func (s *Sheet) Panel(a Area, title string) Area {
	s.Fill(a.X, a.Y, a.Width, a.Height, PanelInk)
	s.Box(a.X, a.Y, a.Width, a.Height)
	title = " " + Cut(title, a.Width-6) + " "
	s.Text(a.X+(a.Width-Width(title))/2, a.Y, title, Accent)
	return Area{a.X + 2, a.Y + 1, a.Width - 4, a.Height - 2}
}

// Foot writes a line, which may tell of keys, into the lower edge of a framed panel.
func (s *Sheet) Foot(a Area, line string) {
	line = " " + Cut(s.Hint(line), a.Width-6) + " "
	s.Text(a.X+(a.Width-Width(line))/2, a.Y+a.Height-1, line, LabelInk)
}

// Box draws the lines around a box.
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

// Centred writes a line in the middle of an area's row; a row outside of
// the area is left out.
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

// Drawer draws the lines below and to the right of an area, which hangs
// from the top line.
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

// Heading draws a line across the panel, with what follows below it.
func (s *Sheet) Heading(a Area, title string) {
	for x := a.X - 1; x <= a.X+a.Width; x++ {
		s.Text(x, a.Y, "─", RuleInk)
	}
	s.Text(s.Text(s.Text(a.X, a.Y, " ", LabelInk), a.Y, title, LabelInk), a.Y, " ", LabelInk)
}

// Tie is what a shared place begins with.
func Tie(shared bool) string {
	if shared {
		return "="
	}
	return ""
}

// Place writes a place so that it ends before a column.
func (s *Sheet) Place(column, row, place int, shared bool) {
	number := strconv.Itoa(place)
	s.Right(column, row, number, LabelInk)
	s.Right(column-len(number), row, Tie(shared), LabelInk)
}
