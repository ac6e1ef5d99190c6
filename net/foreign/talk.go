package foreign

import (
	"time"

	"dogfight/game"
)

// talk is our end of the conversation in one protocol.
type talk interface {
	// hear takes what the socket got: a piece of a stream, or a datagram. It is called
	// in the goroutine that reads, alone. An error ends the connection.
	hear(p []byte, tell func(news)) error

	// All else is called by Frame. note takes note of news, and may add to them.
	note(n *news)
	// speak says what it is time to say. in is what the pilot holds, lost that the
	// server is not heard of any more.
	speak(now time.Time, in game.Input, lost bool, send func(p []byte))
	// roundTrip returns how long a ping took, or 0 if that is not known.
	roundTrip() time.Duration
	// goodbye returns the last words; nil if there is nobody to hear them.
	goodbye() []byte
}
