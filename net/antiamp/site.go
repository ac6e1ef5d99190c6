package antiamp

import "net/netip"

// Site is the network that one subscriber has: an IPv4 address or an IPv6 /64.
func Site(a netip.Addr) netip.Prefix {
	a = a.Unmap().WithZone("")
	bits := 64
	if a.Is4() {
		bits = 32
	}
	p, _ := a.Prefix(bits) // fails only for the zero Addr, whose site is the zero Prefix
	return p
}
