package dialect

import (
	"dogfight/game"
	"dogfight/proto"
)

// Intent is what a player wants of the match.
type Intent struct {
	Presence Presence
	Name     string // "" takes one made of the dialect's and a number
	Class    uint8  // index into Setup.Classes
	Weapon   uint8  // index into Setup.Weapons
	Input    game.Input
	Ready    bool // a match that waits may start

	// Say is the chat that has not been passed on yet.
	Say []string
}

// Presence says how far a player has come. It only grows.
type Presence uint8

// The presences.
const (
	Absent   Presence = 0 // the match does not know the player
	Watching Presence = 1 // the player sees it, and may chat
	Flying   Presence = 2 // the player has a ship, or is to get one
)

// maxSaid is how many lines wait at most to be taken, which happens in each tick.
const maxSaid = 4

// Speak adds a line of chat. What is not legible, or too much, is dropped.
func (w *Intent) Speak(text string) {
	if len(w.Say) < maxSaid && proto.ValidChat(text) == nil {
		w.Say = append(w.Say, text)
	}
}
