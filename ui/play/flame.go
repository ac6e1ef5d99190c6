package play

import (
	"cmp"
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
)

// The flames, from the engine backwards, as they flicker.
var (
	thrustFlames = [2][]canvas.Colour{{flameYellow, flameRed}, {flameOrange}}
	boostFlames  = [2][]canvas.Colour{
		{white, flameYellow, flameOrange, flameRed, ember},
		{white, white, flameYellow, flameOrange, flameRed, ember},
	}
)

// drawFlame draws the exhaust of a ship that is under way.
func (f *frame) drawFlame(ship *game.Ship, px, py int) {
	flames := &thrustFlames
	switch {
	case ship.Boosting():
		flames = &boostFlames
	case ship.Input.Course() == game.Idle:
		return
	}
	dx, dy := step(ship.Facing)
	for i, k := range flames[f.beat(70*time.Millisecond, 2)] {
		f.Pixel(px-dx*(i+1), py-dy*(i+1), k)
	}
}

// step returns the way to the neighbouring pixel along a course.
func step(c game.Course) (dx, dy int) {
	x, y := c.Vector()
	return cmp.Compare(x, 0), cmp.Compare(y, 0)
}
