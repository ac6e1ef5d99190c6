package foreign

import (
	"time"

	"dogfight/game"
)

// protocol is our end of the conversation with a server.
type protocol interface {
	// receive takes what arrived: a piece of a stream, or a datagram. Only the goroutine
	// that reads calls it. An error ends the connection.
	receive(p []byte, tell func(update)) error

	// All else is called by Frame. note looks at an update, and may add to it.
	note(u *update)
	// speak sends what is due. in is what the pilot holds; lost says that the server is
	// silent.
	speak(now time.Time, in game.Input, lost bool, send func(p []byte))
	// roundTrip returns how long a ping took, or 0 if that is not known.
	roundTrip() time.Duration
	// goodbye returns the last packet, or nil for none.
	goodbye() []byte
}
