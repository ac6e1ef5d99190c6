package dialect

// Send takes a packet of a session: a piece of a stream that should leave in one
// write, or a datagram. It must not keep p.
type Send func(ch Channel, p []byte)

// Channel tells the connections of one player apart.
type Channel uint8

// The channels. All dialects have the first; only one has the second.
const (
	Main Channel = 0
	Data Channel = 1
)
