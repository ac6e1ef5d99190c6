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
	long := max(f.dots(1), 1)
	for i, k := range flames[f.flicker()] {
		for j := range long {
			back := long*(i+1) + j
			f.Dot(px-dx*back, py-dy*back, k)
		}
	}
}

// flicker tells which of its two looks a flame has.
func (f *frame) flicker() int {
	if f.options.FewerBytes {
		return 0
	}
	return f.beat(70*time.Millisecond, 2)
}

// step returns the way to the neighbouring pixel along a course.
func step(c game.Course) (dx, dy int) {
	x, y := c.Vector()
	return cmp.Compare(x, 0), cmp.Compare(y, 0)
}
