package link

import (
	"net/netip"
	"sync/atomic"
)

// Traffic counts what crosses the wire. Any goroutine may.
type Traffic struct {
	In, Out atomic.Uint64 // bytes
	Dropped atomic.Uint64 // datagrams that were not sent after all
}

// Headers of IP without options, and of UDP.
const (
	IPv4Header, IPv6Header = 20, 40
	header                 = 8
)

// IPHeader is how many bytes of IP are before each packet to or from a peer.
func IPHeader(peer netip.Addr) int {
	if peer.Unmap().Is4() {
		return IPv4Header
	}
	return IPv6Header
}

// OnWire is what a datagram of n bytes takes on the wire.
func OnWire(n int, peer netip.Addr) uint64 { return uint64(n + header + IPHeader(peer)) }
