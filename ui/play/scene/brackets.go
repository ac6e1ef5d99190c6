package scene

import (
	"dogfight/game"
	"dogfight/ui/palette"
	"dogfight/ui/play/draw"
)

// How far the brackets are from the middle of a ship, in cells.
const (
	bracketColumns = 4
	bracketRows    = 2
)

// DrawBrackets shows which ship is the player's: the eye has to find it, and it is not by its colour alone that it is told
// from others. Where bytes are few they show as long as it is fresh from the spawn.
func (f *Frame) DrawBrackets() {
	own := f.Flying(f.Me)
	if own == nil || own.Protect == 0 && f.LowBandwidth || f.World.Status != game.InProgress {
		return
	}
	x, y := f.Cell(f.LocateShip(f.Me))
	for i, glyph := range [...]string{"┌", "┐", "└", "┘"} {
		column, row := x+(2*(i%2)-1)*bracketColumns, y+(2*(i/2)-1)*bracketRows
		if f.Free(draw.Rect(column, row, 1, 1)) {
			f.Text(column, row, glyph, palette.ShieldWorn)
		}
	}
}
