package play

import (
	"dogfight/game"
	"dogfight/ui/canvas"
)

// area is a box of cells.
type area struct{ x, y, width, height int }

func (a area) holds(x, y int) bool {
	return x >= a.x && x < a.x+a.width && y >= a.y && y < a.y+a.height
}

// meets reports whether two areas have a cell in common.
func (a area) meets(b area) bool {
	return a.x < b.x+b.width && b.x < a.x+a.width && a.y < b.y+b.height && b.y < a.y+a.height
}

// wider returns the area with so many more columns and rows all around.
func (a area) wider(columns, rows int) area {
	return area{a.x - columns, a.y - rows, a.width + 2*columns, a.height + 2*rows}
}

// within returns the part of the area that is in another; one of no width or height if
// there is none.
func (a area) within(b area) area {
	x, y := max(a.x, b.x), max(a.y, b.y)
	return area{x, y, max(min(a.x+a.width, b.x+b.width)-x, 0), max(min(a.y+a.height, b.y+b.height)-y, 0)}
}

// middleArea returns an area in the middle of the field, as large as wanted or as there is room.
func (f *frame) middleArea(width, height int) area {
	width, height = min(width, f.width()-2), min(height, f.height()-2)
	return area{(f.width() - width) / 2, (f.height() - height) / 2, width, height}
}

// drawPanel draws a framed panel with a title and returns the area within.
func (f *frame) drawPanel(a area, title string) area {
	f.Fill(a.x, a.y, a.width, a.height, panel)
	f.drawFrame(a.x, a.y, a.width, a.height)
	title = " " + canvas.Cut(title, a.width-6) + " "
	f.Text(a.x+(a.width-canvas.Width(title))/2, a.y, title, accent)
	return area{a.x + 2, a.y + 1, a.width - 4, a.height - 2}
}

// drawFoot writes a line into the lower edge of a framed panel.
func (f *frame) drawFoot(a area, line string) {
	line = " " + canvas.Cut(line, a.width-6) + " "
	f.Text(a.x+(a.width-canvas.Width(line))/2, a.y+a.height-1, line, label)
}

// drawFrame draws the lines around a box.
func (f *frame) drawFrame(x, y, width, height int) {
	right, bottom := x+width-1, y+height-1
	for column := x + 1; column < right; column++ {
		f.Text(column, y, "─", border)
		f.Text(column, bottom, "─", border)
	}
	for row := y + 1; row < bottom; row++ {
		f.Text(x, row, "│", border)
		f.Text(right, row, "│", border)
	}
	f.Text(x, y, "┌", border)
	f.Text(right, y, "┐", border)
	f.Text(x, bottom, "└", border)
	f.Text(right, bottom, "┘", border)
}

// drawCentred writes a line in the middle of an area's row; a row outside of
// the area is left out.
func (f *frame) drawCentred(a area, row int, line string, ink canvas.Colour) {
	if row < 0 || row >= a.height {
		return
	}
	line = canvas.Cut(line, a.width)
	f.Text(a.x+(a.width-canvas.Width(line))/2, a.y+row, line, ink)
}

// drawRight writes a line that ends before a column.
func (f *frame) drawRight(column, row int, line string, ink canvas.Colour) {
	f.Text(column-canvas.Width(line), row, line, ink)
}

// modeTitle is what a match is called that has no title.
func modeTitle(s *game.Setup) string {
	if s.Mode.Teams() > 0 {
		return "team match"
	}
	return "deathmatch"
}
