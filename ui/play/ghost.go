package play

import (
	"dogfight/game"
	"dogfight/ui/canvas"
)

// ghost reports whether where the ship in a slot is drawn is little more than a
// guess. One always knows one's own.
func (f *frame) ghost(slot int) bool { return f.Stale && slot != f.Me }

// drawGhost draws a ship as dark as its engines and dotted: each cell that it
// would have a part in is a shade, or in ASCII a character that nothing else is
// drawn with. Flames and shield, which may be gone by now, are left out.
func (f *frame) drawGhost(ship *game.Ship, px, py int, ink canvas.Colour) {
	if f.options.ASCII {
		for row, line := range plainSprites[ship.Facing%game.Courses] {
			for column := range line {
				if line[column] != ' ' {
					f.Text(px-1+column, (py-1)>>1+row, "~", ink)
				}
			}
		}
		return
	}
	s := shapeOf(f.class(ship))
	for y := range 3 {
		for x := range 3 {
			if s.at(ship.Facing, x, y) != '.' {
				f.Text(px-1+x, (py-1+y)>>1, "▒", ink)
			}
		}
	}
}
