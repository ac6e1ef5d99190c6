package term

import (
	"github.com/gdamore/tcell/v2"
)

// tcell keeps 200 bytes for each cell of a window, though nothing is drawn in them here, and makes
// them anew whenever the window has another size: 12 MB for the largest. So it is told of a
// window without rows. How many columns that has says how large the window is, and tcell
// notices a change of it; where the mouse is, which tcell keeps within the window, is said in
// its column alone.
const (
	packBits = 9 // of a width or a height, and of where the mouse is
	packMost = 1<<packBits - 1
	packed   = 1 << (2*packBits + 1) // more than any place of the mouse
)

// packSize returns the size that tcell is told.
func packSize(width, height int) tcell.WindowSize {
	return tcell.WindowSize{Width: packed | height<<packBits | width}
}

// unpackSize returns the size that is meant by what tcell was told.
func unpackSize(columns int) (width, height int) {
	return columns & packMost, columns >> packBits & packMost
}

// packMouse returns the column that tcell is told of the mouse, all from 1 on.
func packMouse(x, y int) (column int) {
	return (min(max(y, 1), packMost)-1)<<packBits + min(max(x, 1), packMost)
}

// unpacked returns an event as it was meant.
func unpacked(ev tcell.Event, columns int) tcell.Event {
	width, height := unpackSize(columns)
	switch ev := ev.(type) {
	case *tcell.EventResize:
		columns, _ := ev.Size()
		return tcell.NewEventResize(unpackSize(columns))
	case *tcell.EventMouse:
		at, _ := ev.Position()
		x, y := at&packMost, at>>packBits&packMost
		return tcell.NewEventMouse(min(x, max(width-1, 0)), min(y, max(height-1, 0)), ev.Buttons(), ev.Modifiers())
	}
	return ev
}

// clipped reports whether the terminal may be larger than what is drawn on.
func (t *frameTty) clipped() bool {
	c, ok := t.Tty.(interface{ Clipped() bool })
	return ok && c.Clipped()
}

// Clipped reports whether the Device says so by a method of that name.
func (r remote) Clipped() bool {
	c, ok := r.Device.(interface{ Clipped() bool })
	return ok && c.Clipped()
}
