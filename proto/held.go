package proto

import "dogfight/game"

// Held is what the ships of a World hold, as far as coding orders needs it. A
// host and a client that know the same World have the same.
type Held [game.MaxShips]heldBy

// heldBy is what one ship holds: its input, with a bit for whether it flies.
type heldBy uint8

const (
	heldNothing heldBy = 0xff   // the slot is empty
	heldDead    heldBy = 1 << 6 // the ship waits for its spawn
)

// HeldIn returns what the ships of w hold.
func HeldIn(w *game.World) (held Held) {
	for slot := range held {
		switch ship := &w.Ships[slot]; ship.State {
		case game.Empty:
			held[slot] = heldNothing
		case game.Dead:
			held[slot] = heldBy(ship.Input) | heldDead
		default:
			held[slot] = heldBy(ship.Input)
		}
	}
	return held
}
