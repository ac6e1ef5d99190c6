package play

import (
	"testing"

	"dogfight/ui/play/playtest"
)

func TestTheOwnShipIsInBracketsAndFarAwayWhenItIsFresh(t *testing.T) {
	v := playtest.View("Nova", "Rex")
	v.World.Ships[0].X, v.World.Ships[0].Y = playtest.Unit(100), playtest.Unit(80)
	v.World.Ships[1].Protect = 60
	drawn(t, v).shows(t, "┌", "┐", "└", "┘")
	far := newTerminal(t, 80, 24)
	show(New(Options{FewerBytes: true}), far, v, playtest.Noon)
	far.hides(t, "┌", "┘")
	v.World.Ships[0].Protect = 60
	show(New(Options{FewerBytes: true}), far, v, playtest.Noon)
	far.shows(t, "┌", "┐", "└", "┘")
	v.World.Ships[0].X, v.World.Ships[0].Y = playtest.Unit(6), playtest.Unit(6) // in a corner of the arena
	drawn(t, v).shows(t, "┘")
}
