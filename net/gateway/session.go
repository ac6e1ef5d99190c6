package gateway

import "dogfight/proto/dialect"

// Session is the host's end of what one player says and is told. Those of the
// dialects are in the packages below proto/dialect. A Session belongs to one goroutine.
type Session interface {
	// Receive takes any piece of a stream, or one whole datagram. It may answer at
	// once. An error ends the session; it is for the log.
	Receive(ch dialect.Channel, p []byte, send dialect.Send) error
	// Tick is called sixty times a second. Errors are as Receive's.
	Tick(scene *dialect.Scene, send dialect.Send) error
	// Intent is what the player wants now. The caller empties Say once it has passed on
	// what it says.
	Intent() *dialect.Intent
	// End sends the last words, if the dialect has any: the player is refused, or has to
	// leave. Nothing is called after it.
	End(reason string, send dialect.Send)
}
