package hud

import (
	"dogfight/ui/canvas"
	"dogfight/ui/play/scene"
)

// The length of a mark to each side of its middle, in cells.
const (
	markRows    = 2
	markColumns = 5
)

// DrawHitMarks marks the sides that hits came from with bars, if the edge of the field cannot flash.
func (f *Frame) DrawHitMarks(h *scene.Hurt) {
	if !f.Space.ShowsTint() {
		h.Sides(f.Sheet.Now, f.drawHitMark)
	}
}

// drawHitMark marks the side in a direction, or all sides if it is zero.
func (f *Frame) drawHitMark(dx, dy int) {
	if dx == 0 && dy == 0 {
		for _, way := range [...][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
			f.drawHitMark(way[0], way[1])
		}
		return
	}
	x, y, glyph := f.edge(dx, dy)
	switch glyph {
	case "◄", "►":
		for row := -markRows; row <= markRows; row++ {
			f.drawMark(x, y+row, glyph)
		}
	default:
		for column := -markColumns; column <= markColumns; column++ {
			f.drawMark(x+column, y, glyph)
		}
	}
}

// drawMark draws a cell of a mark on the side of an arrow.
func (f *Frame) drawMark(x, y int, arrow string) {
	if f.Space.Free(canvas.Rect(x, y, 1, 1)) {
		f.Sheet.Text(x, y, f.markGlyph(arrow), canvas.Bad)
	}
}

func (f *Frame) markGlyph(arrow string) string {
	switch {
	case f.Sheet.Mode == canvas.ASCII:
		return "!"
	case arrow == "◄":
		return "▌"
	case arrow == "►":
		return "▐"
	case arrow == "▲":
		return "▀"
	}
	return "▄"
}
