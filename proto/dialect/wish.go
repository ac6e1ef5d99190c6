package dialect

import (
	"dogfight/game"
	"dogfight/proto"
)

// Wish is what a player wants of the match.
type Wish struct {
	Presence Presence
	Name     string // "" takes one made of the dialect's and a number
	Class    uint8  // index into Setup.Classes
	Weapon   uint8  // index into Setup.Weapons
	Input    game.Input
	Ready    bool // a match that waits may start

	// Say is what he has said and nobody has taken yet.
	Say []string
}

// Presence says how far a player has come. It only grows.
type Presence uint8

// The presences.
const (
	Absent   Presence = 0 // the match does not know of him
	Watching Presence = 1 // he sees it, and may talk
	Flying   Presence = 2 // he has a ship, or is to get one
)

// maxSaid is how many lines wait at most to be taken, which happens in each tick.
const maxSaid = 4

// Speak adds a line of chat. What nobody could read, or is too much, is dropped.
func (w *Wish) Speak(text string) {
	if len(w.Say) < maxSaid && proto.ValidChat(text) == nil {
		w.Say = append(w.Say, text)
	}
}
