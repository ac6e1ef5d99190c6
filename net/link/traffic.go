package link

import (
	"net/netip"
	"sync/atomic"
)

// Traffic counts what crosses the wire. Any goroutine may.
type traffic struct {
	In, Out atomic.Uint64 // bytes
	Dropped atomic.Uint64 // datagrams that were not sent after all
}

// Headers of IP without options, and of UDP.
const (
	iPv4Header, iPv6Header = 20, 40
	header                 = 8
)

// IPHeader is how many bytes of IP are before each packet to or from a peer.
func ipHeader(peer netip.Addr) int {
	if peer.Unmap().Is4() {
		return iPv4Header
	}
	return iPv6Header
}

// OnWire is what a datagram of n bytes takes on the wire.
func onWire(n int, peer netip.Addr) uint64 { return uint64(n + header + ipHeader(peer)) }
