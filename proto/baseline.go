package proto

import "dogfight/game"

// Baseline is what the ships of a World hold, as far as coding orders needs it. A
// host and a client that know the same World have the same.
type Baseline [game.MaxShips]slotInput

// slotInput is what one ship holds: its input, with a bit for whether it flies.
type slotInput uint8

const (
	slotEmpty slotInput = 0xff
	slotDead  slotInput = 1 << 6 // the ship waits for its spawn
)

// BaselineOf returns what the ships of w hold.
func BaselineOf(w *game.World) (base Baseline) {
	for slot := range base {
		switch ship := &w.Ships[slot]; ship.State {
		case game.Empty:
			base[slot] = slotEmpty
		case game.Dead:
			base[slot] = slotInput(ship.Input) | slotDead
		default:
			base[slot] = slotInput(ship.Input)
		}
	}
	return base
}
