package scene

import (
	"dogfight/game"
	"dogfight/ui/canvas"
)

// The place and width of the bar below a damaged ship, in cells.
const (
	barWidth = 5
	barRow   = 2
)

// ShowsBars reports whether damage shows as a bar.
func (f *Frame) ShowsBars() bool {
	return f.Sheet.Mode != canvas.ASCII && !f.Sheet.LowBandwidth && !f.far()
}

// DrawBars draws the remaining HP of damaged ships below them.
func (f *Frame) DrawBars() {
	for i := range f.Match.World.Ships {
		ship := f.Match.Flying(i)
		if kind := f.Match.Kind(i); kind != nil && kind.Role != game.Plain {
			continue // they have a bar at the top
		}
		if ship == nil || i == f.Match.Me || f.Match.Ghost(i) || !f.ShowsBars() {
			continue
		}
		if full := f.Match.Class(ship).HP; ship.HP < full {
			x, y := f.Sheet.Cell(f.LocateShip(i))
			f.drawBar(x, y+barRow, int(ship.HP), int(full))
		}
	}
}

// drawBar draws a line around a column, lit in proportion to the HP.
func (f *Frame) drawBar(x, y, hp, full int) {
	lit := max(1, hp*barWidth/full)
	for i := range barWidth {
		k := canvas.BarTrack
		if i < lit {
			k = canvas.HealthColour(hp, full)
		}
		if at := canvas.Rect(x-barWidth/2+i, y, 1, 1); f.Free(at) {
			f.Sheet.Text(at.X, y, "━", k)
		}
	}
}
