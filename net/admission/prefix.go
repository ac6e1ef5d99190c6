package admission

import (
	"net"
	"net/netip"
)

// levels are how many prefixes of an address are told apart, the widest first. The last is
// its site.
const levels = 3

var (
	widths4 = [levels]int{16, 24, 32}
	widths6 = [levels]int{32, 48, 64}
)

// prefixesOf returns the networks that an address belongs to; of the zero Addr they are the
// zero Prefix.
func prefixesOf(a netip.Addr) (p [levels]netip.Prefix) {
	a = a.Unmap().WithZone("")
	widths := widths6
	if a.Is4() {
		widths = widths4
	}
	for i, bits := range widths {
		p[i], _ = a.Prefix(bits) // fails only for the zero Addr
	}
	return p
}

// AddressOf returns the peer's address, or the zero Addr if a connection is not over TCP.
func AddressOf(c interface{ RemoteAddr() net.Addr }) netip.Addr {
	tcp, ok := c.RemoteAddr().(*net.TCPAddr)
	if !ok {
		return netip.Addr{}
	}
	return tcp.AddrPort().Addr()
}

// Site returns the network that one subscriber has: an IPv4 address or an IPv6 /64. That of
// the zero Addr is the zero Prefix.
func Site(a netip.Addr) netip.Prefix { return prefixesOf(a)[levels-1] }
