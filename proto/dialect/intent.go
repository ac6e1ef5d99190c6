package dialect

import (
	"errors"

	"dogfight/game"
	"dogfight/proto"
)

// Intent holds a player's wishes.
type Intent struct {
	Presence Presence
	Name     string // "" for the dialect's and a number
	Class    uint8  // index into Setup.Classes
	Weapon   uint8  // index into Setup.Weapons
	Input    game.Input
	Ready    bool // a match that waits may start

	// Say is the chat that was not sent yet.
	Say []string
}

// Presence is the progress of a player. It only grows.
type Presence uint8

// The presences.
const (
	Absent   Presence = 0 // the match does not know the player
	Watching Presence = 1 // the player sees it, and may chat
	Flying   Presence = 2 // the player has a ship, or waits for one
)

// maxLines is the most lines that wait until the next tick.
const maxLines = 4

// Speak adds a line of chat. It drops illegible lines, and those beyond maxLines.
func (w *Intent) Speak(text string) {
	if len(w.Say) < maxLines && proto.ValidChat(text) == nil {
		w.Say = append(w.Say, text)
	}
}

// NameOf returns the player's name, or "" if it is reserved as it reads as something else: the dialects have no words for the
// reason, and programs that cannot ask their users. The error is for illegible text.
func NameOf(text string) (string, error) {
	name, err := proto.CleanName(text)
	if reserved := (*proto.ReservedError)(nil); errors.As(err, &reserved) {
		return "", nil
	}
	return name, err
}

// Hold keeps a button down for some ticks. It is for programs that send presses: a button pressed and released within a tick
// would be missed. The zero value is a button that is up.
type Hold struct{ left uint8 } // ticks

// LeastHeld is the duration of a press in ticks: 50 ms, which no observer misses.
const LeastHeld = 3

// Press holds the button for LeastHeld ticks.
func (h *Hold) Press() { h.For(LeastHeld) }

// For holds the button for that many ticks, unless it is held for longer.
func (h *Hold) For(ticks uint8) { h.left = max(h.left, ticks) }

// Extend holds the button for more ticks, but for at most most in all.
func (h *Hold) Extend(ticks, most uint8) { h.left = min(h.left+ticks, most) }

// Release releases the button.
func (h *Hold) Release() { h.left = 0 }

// Held reports whether the button is held in the next tick.
func (h *Hold) Held() bool { return h.left > 0 }

// Next passes a tick, and reports whether the button is held in it.
func (h *Hold) Next() bool {
	if h.left == 0 {
		return false
	}
	h.left--
	return true
}

// Presses is a Hold for a player's fire and special.
type Presses struct{ fire, special Hold }

// Press presses those of the two buttons that an input holds.
func (p *Presses) Press(in game.Input) {
	if in.Holds(game.Fire) {
		p.fire.Press()
	}
	if in.Holds(game.Special) {
		p.special.Press()
	}
}

// Next passes a tick, and returns the input with the buttons that are still held.
func (p *Presses) Next(in game.Input) game.Input {
	if p.fire.Next() {
		in |= game.Fire
	}
	if p.special.Next() {
		in |= game.Special
	}
	return in
}
