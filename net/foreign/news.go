package foreign

import (
	"time"

	"dogfight/game"
	"dogfight/proto/dialect"
)

// news is one thing that a server told.
type news struct {
	kind newsKind

	sighting *sighting // of sighted
	id       uint64    // of welcomed: ours; of hurt: of the ship
	name     string    // of welcomed: what the server calls us, if that is a text
	at       time.Time // when it came
	err      error     // of garbled: what is wrong
}

// newsKind says what a server told.
type newsKind uint8

const (
	sighted  newsKind = 1 // where all things are
	welcomed newsKind = 2 // we are in
	rejected newsKind = 3 // we are not
	answered newsKind = 4 // a ping came back
	hurt     newsKind = 5 // a ship lost hit points
	finished newsKind = 6 // the match is over
	garbled  newsKind = 7 // nothing that the protocol has
	begun    newsKind = 8 // the match is under way again
)

// sighting is all that a server told of space at one time.
type sighting struct {
	me     uint64 // the own ship's id; 0 if not known
	things []thing

	whole   bool  // nothing was left out for want of room
	lasting bool  // ships that were shot down are in it too: who is missing has left
	shots   uint8 // that a ship can have in flight; 0 if not told
}

// thing is a thing in space, in the server's words.
type thing struct {
	id     uint64 // never that of another of its kind at a time; of a ship not 0
	kind   dialect.Kind
	at     vector      // units
	way    vector      // units a second; zero where nobody tells
	course game.Course // where it heads; Idle where nobody tells

	team  uint8
	name  string        // of a ship's pilot
	hp    uint8         // of a ship; 0 where nobody tells
	fell  bool          // a ship that was shot down
	owner uint64        // of a shot: the ship's id; 0 where nobody tells
	item  game.ItemKind // of a power-up
}

// unknownItem is a power-up of which nobody tells what it does.
const unknownItem = game.ItemKind(game.ItemKinds)
