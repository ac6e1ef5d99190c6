package play

import (
	"dogfight/ui/canvas"
	"dogfight/ui/cells"
)

// inset is a box of a screen as a screen of its own, to draw on.
type inset struct {
	canvas.Screen
	x, y, width, height int
}

// Size returns the size of the box.
func (i inset) Size() (width, height int) { return i.width, i.height }

// Written tells states of the row apart that a row of the box is in.
func (i inset) Written(y int) uint32 { return i.Screen.Written(i.y + y) }

// Span returns cells of the box.
func (i inset) Span(x, y, n int) []cells.Cell { return i.Screen.Span(i.x+x, i.y+y, n) }
