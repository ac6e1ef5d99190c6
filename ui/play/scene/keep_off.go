package scene

import (
	"dogfight/game"
	"dogfight/ui/canvas"
)

// keepOff makes the own ship stand out: rock around it is darker, or left out. It changes whole cells, as a cell shows
// only two colours.
func (f *Frame) keepOff() {
	ship := f.Match.Flying(f.Match.Me)
	if ship == nil || f.far() || f.Match.Ghost(f.Match.Me) {
		return
	}
	if f.Sheet.Mode == canvas.ASCII {
		f.darken(f.ShipArea(f.Match.Me).Wider(1, 0))
		return
	}
	px, py := f.LocateShip(f.Match.Me)
	sprite, facing := SpriteOfClass(f.Match.Class(ship)), ship.Facing%game.Courses
	for _, spots := range [...][]SpriteSpot{sprite.At(facing), sprite.Outline[facing]} {
		for _, spot := range spots {
			f.darkenCell(px+int(spot.X), py+int(spot.Y))
		}
	}
	for _, nozzle := range sprite.Nozzles[facing] {
		f.darkenCell(px+int(nozzle.X), py+int(nozzle.Y))
	}
}

func (f *Frame) darkenCell(px, py int) {
	x, y := f.Sheet.Cell(px, py)
	f.darken(canvas.Rect(x, y, 1, 1))
}

// darken changes all dots of some cells to their colours beside the own ship.
func (f *Frame) darken(a canvas.Area) {
	for y := canvas.Down * a.Y; y < canvas.Down*(a.Y+a.Height); y++ {
		for x := canvas.Across * a.X; x < canvas.Across*(a.X+a.Width); x++ {
			if is := f.Sheet.At(x, y); f.Beside[is] != is {
				f.Sheet.Dot(x, y, f.Beside[is])
			}
		}
	}
}
