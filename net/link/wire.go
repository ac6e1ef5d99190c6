package link

import (
	"net/netip"
)

// What is around our bytes on the wire. Link layers, TCP's options and its bare
// acknowledgements are not counted.
const (
	tcpHeader = 20

	// recordSize is what TLS 1.3 puts around a record: 5 bytes of header, the
	// type and a tag (RFC 8446, section 5.2).
	recordSize = 5 + 1 + 16

	// segment is about what a TCP packet holds: 1,500 bytes of Ethernet less
	// an IPv6 header and TCP's.
	segment = 1500 - iPv6Header - tcpHeader
)

// recordOnWire is what a TLS record with n bytes of ours takes.
func recordOnWire(n int, peer netip.Addr) uint64 {
	n += recordSize
	segments := (n + segment - 1) / segment
	return uint64(n + segments*(tcpHeader+ipHeader(peer)))
}

// meter counts what is read. TLS gives at most one record at a time.
type meter struct {
	transport
	traffic *traffic
}

func (m meter) Read(b []byte) (int, error) {
	n, err := m.transport.Read(b)
	if n > 0 {
		m.traffic.In.Add(m.onWire(n))
	}
	return n, err
}
