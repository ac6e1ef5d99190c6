package play

import "github.com/gdamore/tcell/v2"

// inset is a box of a terminal as a terminal of its own, to draw on.
type inset struct {
	tcell.Screen
	x, y, width, height int
}

// Size returns the size of the box.
func (i inset) Size() (width, height int) { return i.width, i.height }

// Put puts a glyph into the box.
func (i inset) Put(x, y int, glyph string, style tcell.Style) (string, int) {
	return i.Screen.Put(i.x+x, i.y+y, glyph, style)
}
