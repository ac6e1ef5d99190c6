package draw

import (
	"dogfight/ui/canvas"
	"dogfight/ui/palette"
	"strconv"
)

// Middle returns an area in the middle of the field, as large as wanted or as there is room.
func (s *Sheet) Middle(width, height int) Area {
	width, height = min(width, s.Width()-2), min(height, s.Height()-2)
	return Area{(s.Width() - width) / 2, (s.Height() - height) / 2, width, height}
}

// Panel draws a framed panel with a title and returns the area within.
func (s *Sheet) Panel(a Area, title string) Area {
	s.Fill(a.X, a.Y, a.Width, a.Height, palette.Panel)
	s.Box(a.X, a.Y, a.Width, a.Height)
	title = " " + canvas.Cut(title, a.Width-6) + " "
	s.Text(a.X+(a.Width-canvas.Width(title))/2, a.Y, title, palette.Accent)
	return Area{a.X + 2, a.Y + 1, a.Width - 4, a.Height - 2}
}

// Foot writes a line, which may tell of keys, into the lower edge of a framed panel.
func (s *Sheet) Foot(a Area, line string) {
	line = " " + canvas.Cut(s.Hint(line), a.Width-6) + " "
	s.Text(a.X+(a.Width-canvas.Width(line))/2, a.Y+a.Height-1, line, palette.Label)
}

// Box draws the lines around a box.
func (s *Sheet) Box(x, y, width, height int) {
	right, bottom := x+width-1, y+height-1
	for column := x + 1; column < right; column++ {
		s.Text(column, y, "─", palette.Rule)
		s.Text(column, bottom, "─", palette.Rule)
	}
	for row := y + 1; row < bottom; row++ {
		s.Text(x, row, "│", palette.Rule)
		s.Text(right, row, "│", palette.Rule)
	}
	s.Text(x, y, "┌", palette.Rule)
	s.Text(right, y, "┐", palette.Rule)
	s.Text(x, bottom, "└", palette.Rule)
	s.Text(right, bottom, "┘", palette.Rule)
}

// Centred writes a line in the middle of an area's row; a row outside of
// the area is left out.
func (s *Sheet) Centred(a Area, row int, line string, ink canvas.Colour) {
	if row < 0 || row >= a.Height {
		return
	}
	line = canvas.Cut(line, a.Width)
	s.Text(a.X+(a.Width-canvas.Width(line))/2, a.Y+row, line, ink)
}

// Right writes a line that ends before a column.
func (s *Sheet) Right(column, row int, line string, ink canvas.Colour) {
	s.Text(column-canvas.Width(line), row, line, ink)
}

// Drawer draws the lines below and to the right of an area, which hangs
// from the top line.
func (s *Sheet) Drawer(a Area) {
	right, bottom := a.X+a.Width-1, a.Y+a.Height-1
	for y := a.Y; y < bottom; y++ {
		s.Text(right, y, "│", palette.Rule)
	}
	for x := a.X; x < right; x++ {
		s.Text(x, bottom, "─", palette.Rule)
	}
	s.Text(right, bottom, "┘", palette.Rule)
}

// Heading draws a line across the panel, with what follows below it.
func (s *Sheet) Heading(a Area, title string) {
	for x := a.X - 1; x <= a.X+a.Width; x++ {
		s.Text(x, a.Y, "─", palette.Rule)
	}
	s.Text(s.Text(s.Text(a.X, a.Y, " ", palette.Label), a.Y, title, palette.Label), a.Y, " ", palette.Label)
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
	s.Right(column, row, number, palette.Label)
	s.Right(column-len(number), row, Tie(shared), palette.Label)
}
