package hud

import (
	"testing"

	"dogfight/ui/canvas"
	"dogfight/ui/play/playtest"
)

func TestArrowsAreForTheNearestEnemiesOnly(t *testing.T) {
	v := playtest.View(make([]string, 30)...)
	playtest.Wide(v.Setup.Arena, 300, 200)
	for i := range 30 {
		v.World.Ships[i].X, v.World.Ships[i].Y = playtest.Unit(2000), playtest.Unit(600)
	}
	v.World.Ships[0].X = playtest.Unit(1000)
	f := testFrame(&canvas.Canvas{}, v)
	f.Sheet.Resize(80, 24)
	f.Space.Left, f.Space.Top = 210, 126
	for i := range 12 {
		v.World.Ships[9+i].X = playtest.Unit(1500 + 10*int32(i))
	}
	arrows, n := f.outOfSight()
	if n != maxArrows || arrows[0].slot != 9 || arrows[n-1].slot != 9+maxArrows-1 {
		t.Errorf("got %d arrows, from slot %d to %d", n, arrows[0].slot, arrows[n-1].slot)
	}
}
