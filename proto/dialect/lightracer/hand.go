package lightracer

import "dogfight/game"

// hand is what a player holds. A button that he has let go at once is held for long
// enough that nobody who looks once a tick misses it.
type hand struct {
	held          game.Input
	fire, special uint8 // ticks that the button is still held at least
}

// leastHeld is in ticks.
const leastHeld = 3

// take has the player hold in from now on.
func (h *hand) take(in game.Input) {
	if in.Holds(game.Fire) {
		h.fire = leastHeld
	}
	if in.Holds(game.Special) {
		h.special = leastHeld
	}
	h.held = in
}

// next returns what is held in the next tick.
func (h *hand) next() game.Input {
	in := h.held
	if h.fire > 0 {
		h.fire--
		in |= game.Fire
	}
	if h.special > 0 {
		h.special--
		in |= game.Special
	}
	return in
}
