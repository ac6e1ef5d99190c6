package canvas

import "slices"

// drawn is the picture that a Canvas has put on a screen. Most of the next one is like
// it, and what is there need not be written again.
type drawn struct {
	on      Screen
	cells   []cell
	several []string
	shades  []shade
	mode    Mode
	rows    []uint32 // what the screen said of each after it was drawn; 0 to draw all of it
}

// settle makes it ready for the next picture. If things look otherwise than they did,
// nothing is left of the last one.
func (d *drawn) settle(c *Canvas, on Screen) {
	if len(d.cells) != len(c.cells) || len(d.rows) != c.height {
		d.cells, d.rows = make([]cell, len(c.cells)), make([]uint32, c.height)
	}
	if d.on == on && d.mode == c.Mode && slices.Equal(d.shades, c.blitter.shades) && slices.Equal(d.several, c.several) {
		return
	}
	d.on, d.mode = on, c.Mode
	d.shades, d.several = append(d.shades[:0], c.blitter.shades...), append(d.several[:0], c.several...)
	clear(d.rows)
}

// drawnAtOnce is how many cells are compared, and drawn if one of them changed.
const drawnAtOnce = 8

// same returns the first place from one on at which several cells follow that are not
// all alike in two rows, or their length.
func same(is, was []cell, from int) int {
	for from+drawnAtOnce <= len(is) && *(*[drawnAtOnce]cell)(is[from:]) == *(*[drawnAtOnce]cell)(was[from:]) {
		from += drawnAtOnce
	}
	if slices.Equal(is[from:], was[from:]) {
		return len(is)
	}
	return from
}
