package nearby

import (
	"cmp"
	"net/netip"
	"time"

	"dogfight/proto"
)

// Match is a match that can be joined.
type Match struct {
	ID      uint64
	Address string        // to join it at, with the port
	Ping    time.Duration // there and back, the last time
	proto.Info

	at netip.AddrPort
}

// Ours reports whether the host speaks our version of the protocol.
func (m *Match) Ours() bool { return m.Version == proto.Version }

// compare orders matches as a list shows them: by what does not change while it is
// looked at.
func compare(a, b Match) int {
	return cmp.Or(cmp.Compare(a.Title, b.Title), cmp.Compare(a.ID, b.ID))
}

// better reports whether the match is better joined at this address than at that of
// o. It is always the same one of several, so that a host is known again by its
// certificate.
func (m *Match) better(o *Match) bool {
	return cmp.Or(cmp.Compare(rank(m.at.Addr()), rank(o.at.Addr())), m.at.Compare(o.at)) < 0
}

// rank puts the addresses first that are the easiest to read and to reach.
func rank(a netip.Addr) int {
	switch {
	case a.IsLoopback():
		return 0
	case a.Is4():
		return 1
	case !a.IsLinkLocalUnicast():
		return 2
	}
	return 3
}
