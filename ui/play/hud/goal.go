package hud

import (
	"dogfight/ui/canvas"
)

// drawPointer draws an arrow to a goal at the edge, clear of the lesson's text. The ring beside it sets it apart from
// an enemy's.
func (f *Frame) drawPointer(dx, dy int) {
	x, y, glyph := f.edge(dx, dy)
	y = min(max(y, lessonInset), f.Sheet.Height()-1-lessonInset)
	switch glyph {
	case "◄":
		f.Sheet.Text(x, y, "◄o", canvas.Fair)
	case "►":
		f.Sheet.Text(x-1, y, "o►", canvas.Fair)
	default:
		f.Sheet.Text(x-1, y, "o"+glyph+"o", canvas.Fair)
	}
}
