package lan

import (
	"net/netip"
	"time"

	"dogfight/proto"
)

// Match is a match that can be joined.
type FoundMatch struct {
	ID      uint64
	Address string        // to join it at, with the port
	Ping    time.Duration // there and back, the last time
	Web     string        // the address for those who have but a browser; "" for none
	proto.Info

	at netip.AddrPort
}

// Ours reports whether the host speaks our version of the protocol.
func (m *FoundMatch) Ours() bool { return m.Version == proto.Version }
