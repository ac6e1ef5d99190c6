package main

import (
	"net"
	"net/netip"
	"strconv"
	"strings"

	"dogfight/net/link"
)

// waysIn returns what others type to join the match that is hosted here, and where
// programs do that speak a dialect.
func (h *hosting) waysIn() (ways []string) {
	if h.listener != nil {
		ways = append(ways, "dogfight join "+joinAddress(h.listener.Addr()))
	}
	if h.door != nil {
		ways = append(ways, "ssh "+sshAddress(h.door.Addr()))
	}
	for _, g := range h.gateways {
		ways = append(ways, g.Name()+" "+strings.Join(dialectAddresses(g.Addrs()), " "))
	}
	return ways
}

// joinAddress returns where somebody else finds what listens at an address, as
// dogfight join takes it.
func joinAddress(listen netip.AddrPort) string {
	at := seenFromOutside(listen.Addr())
	if listen.Port() == link.DefaultPort && at.Is4() {
		return at.String()
	}
	return netip.AddrPortFrom(at, listen.Port()).String()
}

// sshAddress is joinAddress for ssh.
func sshAddress(listen netip.AddrPort) string {
	at := seenFromOutside(listen.Addr()).String()
	if listen.Port() == 22 {
		return at
	}
	return "-p " + strconv.Itoa(int(listen.Port())) + " " + at
}

// dialectAddresses returns where programs on other machines find what listens at
// addresses; if that is the loopback, where those on this one do.
func dialectAddresses(listen []string) (seen []string) {
	for _, text := range listen {
		at := netip.MustParseAddrPort(text) // of a socket: numbers alone
		seen = append(seen, netip.AddrPortFrom(seenFromOutside(at.Addr()), at.Port()).String())
	}
	return seen
}

// seenFromOutside returns an address of this machine's for one that may stand for
// all of them: the one that it has on the way to everybody else.
func seenFromOutside(at netip.Addr) netip.Addr {
	if !at.IsUnspecified() {
		return at.Unmap()
	}
	for _, elsewhere := range []string{"192.0.2.1:9", "[2001:db8::1]:9"} { // for documentation; nothing is sent
		if c, err := net.Dial("udp", elsewhere); err == nil {
			defer c.Close()
			return c.LocalAddr().(*net.UDPAddr).AddrPort().Addr().Unmap()
		}
	}
	return netip.AddrFrom4([4]byte{127, 0, 0, 1})
}
