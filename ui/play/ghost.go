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
	shade := "▒"
	if f.Mode == canvas.ASCII {
		shade = "~"
	}
	s := &silhouetteOf(f.class(ship)).small
	if f.shift < pixelShift {
		s = &silhouetteOf(f.class(ship)).large
	}
	size := len(s.up)
	for y := range size {
		for x := range size {
			if s.at(ship.Facing, x, y) != '.' {
				column, row := f.Cell(px-size/2+x, py-size/2+y)
				f.Text(column, row, shade, ink)
			}
		}
	}
}
