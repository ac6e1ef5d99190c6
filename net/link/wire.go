package link

import (
	"net/netip"
	"sync/atomic"
)

// What is around our bytes on the wire. Link layers, TCP's options and its bare
// acknowledgements are not counted.
const (
	ipv4Header, ipv6Header = 20, 40
	udpHeader, tcpHeader   = 8, 20

	// recordSize is what TLS 1.3 puts around a record: 5 bytes of header, the
	// type and a tag (RFC 8446, section 5.2).
	recordSize = 5 + 1 + tagSize

	// segment is about what a TCP packet holds: 1,500 bytes of Ethernet less
	// an IPv6 header and TCP's.
	segment = 1500 - ipv6Header - tcpHeader
)

// traffic counts what crosses the wire for one link. Any goroutine may.
type traffic struct {
	in, out atomic.Uint64 // bytes
	dropped atomic.Uint64 // datagrams that were not sent after all
}

func ipHeader(peer netip.Addr) int {
	if peer.Unmap().Is4() {
		return ipv4Header
	}
	return ipv6Header
}

// datagramOnWire is what a datagram of n bytes takes.
func datagramOnWire(n int, peer netip.Addr) uint64 {
	return uint64(n + udpHeader + ipHeader(peer))
}

// recordOnWire is what a TLS record with n bytes of ours takes.
func recordOnWire(n int, peer netip.Addr) uint64 {
	n += recordSize
	segments := (n + segment - 1) / segment
	return uint64(n + segments*(tcpHeader+ipHeader(peer)))
}

// meter counts what is read. TLS gives at most one record at a time.
type meter struct {
	carrier
	traffic *traffic
}

func (m meter) Read(b []byte) (int, error) {
	n, err := m.carrier.Read(b)
	if n > 0 {
		m.traffic.in.Add(m.onWire(n))
	}
	return n, err
}
