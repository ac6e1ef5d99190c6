package scene

import (
	"dogfight/game"
	"dogfight/ui/canvas"
)

// drawGhost draws a ship as dark as its engines and dotted: each of its cells is a shade, or in ASCII a character of
// its own. It omits flames and shield, which may be gone.
func (f *Frame) drawGhost(ship *game.Ship, px, py int, ink canvas.Colour) {
	shade := "▒"
	if f.Sheet.Mode == canvas.ASCII {
		shade = "~"
	}
	for _, spot := range SpriteOfClass(f.Match.Class(ship)).At(ship.Facing) {
		column, row := f.Sheet.Cell(px+int(spot.X), py+int(spot.Y))
		f.Sheet.Text(column, row, shade, ink)
	}
}
