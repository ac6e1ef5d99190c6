package foreign

import (
	"slices"
	"sync"
	"time"

	"dogfight/game"
	"dogfight/proto/dialect"
)

// protocol is the client's end of a server's protocol.
type protocol interface {
	// receive parses a piece of a stream, or a datagram. Only the goroutine that reads calls it. An error ends the
	// connection.
	receive(p []byte, report func(update)) error

	// Frame calls everything else. note handles an update, and may add to it.
	note(u *update)
	// speak sends everything due. in is the pilot's input; lost is set while the server is silent.
	speak(now time.Time, in game.Input, lost bool, send func(p []byte))
	// roundTrip returns the latest round trip, or 0 if unknown.
	roundTrip() time.Duration
	// goodbye returns the last packet, or nil for none.
	goodbye() []byte
}

// update is one message from a server.
type update struct {
	kind updateKind

	snapshot *snapshot // of sighted
	id       uint64    // of welcomed: ours; of hurt: the ship's
	name     string    // of welcomed: our name on the server, if that is a text
	at       time.Time // time of arrival
	err      error     // of garbled
}

// updateKind is the kind of an update.
type updateKind uint8

const (
	sighted  updateKind = 1 // a snapshot
	welcomed updateKind = 2 // we were accepted
	rejected updateKind = 3 // we were refused
	answered updateKind = 4 // a ping came back
	hurt     updateKind = 5 // a ship lost hit points
	finished updateKind = 6 // the match is over
	garbled  updateKind = 7 // not in the protocol
	begun    updateKind = 8 // a match is under way again
)

// snapshot is the state of space at one time.
type snapshot struct {
	me     uint64 // our ship's id; 0 if unknown
	things []thing

	whole   bool  // nothing was left out for lack of room
	lasting bool  // it includes ships that were shot down: a missing one has left
	shots   uint8 // that a ship can have in flight; 0 if not sent
	serious bool  // the server sends when a match is in progress, as the original dogfight server never does
}

// thing is a thing in space, in the server's terms.
type thing struct {
	id     uint64 // unique in its kind; of a ship not 0
	kind   dialect.Kind
	at     vector      // units
	way    vector      // units a second; zero if not sent
	course game.Course // direction; Idle if not sent

	team   uint8
	name   string        // of a ship's pilot
	hp     uint8         // of a ship; 0 if not sent
	fell   bool          // a ship that was shot down
	unsure bool          // a ship only by its movement: the server does not send its kind
	owner  uint64        // of a shot: the ship's id; 0 if not sent
	item   game.ItemKind // of a power-up
}

// unknownItem is a power-up with an effect that the server does not send.
const unknownItem = game.ItemKind(game.ItemKinds)

// inbox holds the updates since the last Frame.
type inbox struct {
	mu      sync.Mutex
	updates []update
}

// maxUpdates bounds the waiting updates. Then new snapshots replace old ones; of other updates, which a normal server
// sends less often, the newest is dropped.
const maxUpdates = 64

func (b *inbox) put(u update) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.updates) >= maxUpdates {
		old := slices.IndexFunc(b.updates, func(u update) bool { return u.kind == sighted })
		if old < 0 {
			return
		}
		b.updates = slices.Delete(b.updates, old, old+1)
	}
	b.updates = append(b.updates, u)
}

// drain returns all updates, in the memory of to.
func (b *inbox) drain(to []update) []update {
	b.mu.Lock()
	defer b.mu.Unlock()
	to = append(to[:0], b.updates...)
	clear(b.updates)
	b.updates = b.updates[:0]
	return to
}
