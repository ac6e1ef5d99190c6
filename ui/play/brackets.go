package play

import "dogfight/game"

// How far the brackets are from the middle of a ship, in cells.
const (
	bracketColumns = 4
	bracketRows    = 2
)

// drawBrackets shows which ship is one's own, as long as it is fresh from the spawn: the
// eye has to find it, and it is not by its colour alone that it is told from others.
func (f *frame) drawBrackets() {
	own := f.flying(f.Me)
	if own == nil || own.Protect == 0 || f.World.Status != game.InProgress {
		return
	}
	x, y := f.Cell(f.locateShip(f.Me))
	for i, glyph := range [...]string{"┌", "┐", "└", "┘"} {
		column, row := x+(2*(i%2)-1)*bracketColumns, y+(2*(i/2)-1)*bracketRows
		if f.inField(column, row) && f.Plain(column, row) {
			f.Text(column, row, glyph, accent)
		}
	}
}
