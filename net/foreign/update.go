package foreign

import (
	"time"

	"dogfight/game"
	"dogfight/proto/dialect"
)

// update is one thing that a server sent.
type update struct {
	kind updateKind

	snapshot *snapshot // of sighted
	id       uint64    // of welcomed: ours; of hurt: the ship's
	name     string    // of welcomed: what the server calls us, if that is a text
	at       time.Time // when it arrived
	err      error     // of garbled: what is wrong
}

// updateKind says what a server sent.
type updateKind uint8

const (
	sighted  updateKind = 1 // a snapshot
	welcomed updateKind = 2 // we are in
	rejected updateKind = 3 // we are not
	answered updateKind = 4 // a ping came back
	hurt     updateKind = 5 // a ship lost hit points
	finished updateKind = 6 // the match is over
	garbled  updateKind = 7 // nothing that the protocol has
	begun    updateKind = 8 // the match is under way again
)

// snapshot is all that a server sent of space at one time.
type snapshot struct {
	me     uint64 // the own ship's id; 0 if not known
	things []thing

	whole   bool  // nothing was left out for want of room
	lasting bool  // ships that were shot down are in it too: one that is missing has left
	shots   uint8 // that a ship can have in flight; 0 if not sent
	serious bool  // the server tells when a match is in progress, as the original dogfight server never does
}

// thing is a thing in space, in the server's terms.
type thing struct {
	id     uint64 // unique among its kind; of a ship not 0
	kind   dialect.Kind
	at     vector      // units
	way    vector      // units a second; zero if not sent
	course game.Course // where it heads; Idle if not sent

	team   uint8
	name   string        // of a ship's pilot
	hp     uint8         // of a ship; 0 if not sent
	fell   bool          // a ship that was shot down
	unsure bool          // a ship only as it moves: the server does not send what it is
	owner  uint64        // of a shot: the ship's id; 0 if not sent
	item   game.ItemKind // of a power-up
}

// unknownItem is a power-up of which the server does not send what it does.
const unknownItem = game.ItemKind(game.ItemKinds)
