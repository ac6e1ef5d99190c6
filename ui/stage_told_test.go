package ui

import (
	"dogfight/game"
	"dogfight/net"
)

// What happens to the own ship in a match while one looks.

// wounded has the own ship be hit from the left, hit another, destroy a third and find something.
func wounded(v *net.View) {
	add := func(kind game.EventKind, slot, by, what, hp uint8, x, y, fromX, fromY int32) {
		ev := game.Event{Kind: kind, Slot: slot, By: by, What: what, HP: hp}
		ev.X, ev.Y = at(x, y)
		ev.FromX, ev.FromY = at(fromX, fromY)
		v.Events = append(v.Events, ev)
	}
	v.World.Ships[0].HP = 2
	add(game.EventHit, 0, 1, 1, 1, 112, 80, 20, 80)
	add(game.EventHit, 2, 0, 0, 1, 196, 52, 112, 80)
	add(game.EventKill, 5, 0, 0, 2, 180, 80, 112, 80)
	add(game.EventPickup, 0, 0, uint8(game.HPPlusThree), 3, 140, 100, 0, 0)
}

// returned has the own ship come back from its death.
func returned(v *net.View) {
	own := &v.World.Ships[0]
	own.State, own.HP, own.Protect, own.Shield, own.Hits, own.Live = game.Flying, 5, 90, 0, 0, 0
}

// nearlyOver is a match in its last seconds, the own ship with its last HP.
func nearlyOver(v *net.View) *net.View {
	v.World.Started = v.World.Tick - v.Setup.TimeLimit + 430
	v.World.Ships[0].HP = 1
	return v
}
