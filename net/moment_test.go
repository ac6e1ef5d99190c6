package net

import (
	"testing"

	"dogfight/game"
)

func TestAMomentTellsHowFarOffItsShipsWere(t *testing.T) {
	var guess, is game.World
	for _, slot := range []int{0, 3, game.MaxShips - 1} {
		guess.Ships[slot] = game.Ship{State: game.Flying, X: 1000, Y: 1000}
		is.Ships[slot] = game.Ship{State: game.Flying, X: 1000 + int32(slot), Y: 1000}
	}
	guess.Ships[5].State = game.Flying // which is no more
	var m moment
	m.note(&guess, nil)
	if off := m.meanError(&is, 0); off != (3+game.MaxShips-1)/2 {
		t.Errorf("%d off", off)
	}
	if off := m.meanError(&is, 3); off != (game.MaxShips-1)/2 {
		t.Errorf("%d off without the own ship", off)
	}
}

func TestAMomentKnowsTheOrdersThatLedToIt(t *testing.T) {
	own := game.Order{Slot: 3, Input: game.Steer(game.Up)}
	other := game.Order{Slot: 4, Input: game.Steer(game.Up)}
	var none, one moment
	none.note(&game.World{}, nil)
	one.note(&game.World{}, []game.Order{own})
	for _, c := range []struct {
		moment *moment
		orders []game.Order
		is     bool
	}{
		{&none, nil, true}, {&none, []game.Order{own}, false},
		{&one, []game.Order{own}, true}, {&one, nil, false}, {&one, []game.Order{other}, false}, {&one, []game.Order{own, other}, false},
	} {
		if c.moment.foretold(c.orders) != c.is {
			t.Errorf("%v led to a moment of %v: expected %v", c.orders, c.moment.steer, c.is)
		}
	}
}
