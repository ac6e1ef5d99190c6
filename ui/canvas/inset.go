package canvas

import ()

// Inset is a box of a screen as a screen of its own, to draw on.
type Inset struct {
	Screen
	X, Y, Width, Height int
}

// Size returns the size of the box.
func (i Inset) Size() (width, height int) { return i.Width, i.Height }

// Written tells states of the row apart that a row of the box is in.
func (i Inset) Written(y int) uint32 { return i.Screen.Written(i.Y + y) }

// Span returns cells of the box.
func (i Inset) Span(x, y, n int) []Cell { return i.Screen.Span(i.X+x, i.Y+y, n) }
