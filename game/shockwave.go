package game

import "math/bits"

// shock clears the shots and mines of all others that are near the ship in the slot.
func (w *World) shock(slot int, events *Events) {
	at := Point{w.Ships[slot].X, w.Ships[slot].Y}
	for i := range w.Ships {
		if i == slot {
			continue
		}
		for live := w.Ships[i].Live; live != 0; live &= live - 1 {
			k := bits.TrailingZeros8(live)
			if shot := &w.Shots[i][k]; within(shot.X-at.X, shot.Y-at.Y, ShockRadius) {
				*shot = Shot{}
				w.Ships[i].Live &^= 1 << k
			}
		}
	}
	events.add(Event{Kind: EventShock, Slot: uint8(slot), By: uint8(slot), X: at.X, Y: at.Y})
}
