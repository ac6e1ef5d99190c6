package dialect

import "dogfight/game"

// Hold keeps a button down for some ticks. It is for programs that send presses: a button
// that is pressed and let go within a tick would be missed. The zero value is a button that
// is up.
type Hold struct{ left uint8 } // ticks

// LeastHeld is how long a press is held, in ticks: 50 ms, which no observer misses.
const LeastHeld = 3

// Press holds the button for LeastHeld ticks.
func (h *Hold) Press() { h.For(LeastHeld) }

// For holds the button for so many ticks, unless it is held for longer.
func (h *Hold) For(ticks uint8) { h.left = max(h.left, ticks) }

// Extend holds the button for so many ticks more, but for at most so many in all.
func (h *Hold) Extend(ticks, most uint8) { h.left = min(h.left+ticks, most) }

// Release lets the button go.
func (h *Hold) Release() { h.left = 0 }

// Held reports whether the button is held in the next tick.
func (h *Hold) Held() bool { return h.left > 0 }

// Next lets a tick pass, and reports whether the button is held in it.
func (h *Hold) Next() bool {
	if h.left == 0 {
		return false
	}
	h.left--
	return true
}

// Presses holds fire and special of a player for as long as a Hold does.
type Presses struct{ fire, special Hold }

// Press presses those of the two buttons that are in an input.
func (p *Presses) Press(in game.Input) {
	if in.Holds(game.Fire) {
		p.fire.Press()
	}
	if in.Holds(game.Special) {
		p.special.Press()
	}
}

// Next lets a tick pass, and returns the input with the buttons that are still held.
func (p *Presses) Next(in game.Input) game.Input {
	if p.fire.Next() {
		in |= game.Fire
	}
	if p.special.Next() {
		in |= game.Special
	}
	return in
}
