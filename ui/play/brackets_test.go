package play

import "testing"

func TestTheOwnShipIsInBracketsWhenItIsFresh(t *testing.T) {
	v := testView("Nova", "Rex")
	v.World.Ships[0].X, v.World.Ships[0].Y = unit(100), unit(80)
	v.World.Ships[1].Protect = 60
	drawn(t, v).hides(t, "┌", "┘")
	v.World.Ships[0].Protect = 60
	drawn(t, v).shows(t, "┌   ▄   ┐", "└       ┘")
	v.World.Ships[0].X, v.World.Ships[0].Y = unit(6), unit(6) // in a corner of the arena
	drawn(t, v).shows(t, "┘")
}
