package dialecttest

import (
	"slices"

	"dogfight/proto/dialect"
)

// Recorder keeps what a session sends.
type Recorder struct {
	Packets []Packet
}

// Packet is one packet of a session.
type Packet struct {
	Channel dialect.Channel
	Bytes   []byte
}

// Send is a dialect.Send.
func (e *Recorder) Send(ch dialect.Channel, p []byte) {
	e.Packets = append(e.Packets, Packet{ch, slices.Clone(p)})
}

// Take returns what was sent on a channel since the last time, and forgets what was
// sent on any.
func (e *Recorder) Take(ch dialect.Channel) (packets [][]byte) {
	for _, p := range e.Packets {
		if p.Channel == ch {
			packets = append(packets, p.Bytes)
		}
	}
	e.Packets = e.Packets[:0]
	return packets
}
