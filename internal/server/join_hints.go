package server

import (
	"net"
	"net/netip"
	"strconv"
	"strings"

	"dogfight/net/lan"
	"dogfight/net/link"
)

// joinHints returns what others type to join the match, and where programs do that speak a dialect: a
// line a door. That for browsers has none: see WebURL.
func (s *Server) joinHints() []string { return s.joinHintsFor("") }

// joinHintsFor returns the same for those who know this machine by a name, "" for none, which stands for all of its addresses.
func (s *Server) joinHintsFor(name string) (hints []string) {
	if s.front != nil {
		hints = append(hints, "dogfight join fleet://"+joinAddress(s.front.Addr, name))
	}
	for _, d := range s.Doors() {
		switch d := d.(type) {
		case *native:
			hints = append(hints, "dogfight join "+joinAddress(d.listener.Addr(), name))
		case *sshServer:
			hints = append(hints, "ssh "+sshAddress(d.Addr(), name))
		case *webServer:
		default:
			hints = append(hints, d.Name()+" "+strings.Join(dialectAddresses(d.Addrs(), name), " "))
		}
	}
	return hints
}

// joinAddress returns the address for dogfight join of what listens at an address, on a machine that may have a name.
func joinAddress(listen netip.AddrPort, name string) string {
	at := called(listen.Addr(), name)
	if listen.Port() == link.DefaultPort && !strings.Contains(at, ":") {
		return at
	}
	return net.JoinHostPort(at, strconv.Itoa(int(listen.Port())))
}

// sshAddress is joinAddress for ssh.
func sshAddress(listen netip.AddrPort, name string) string {
	at := called(listen.Addr(), name)
	if listen.Port() == 22 {
		return at
	}
	return "-p " + strconv.Itoa(int(listen.Port())) + " " + at
}

// dialectAddresses returns where programs on other machines find what listens at
// addresses; if that is the loopback, where those on this one do.
func dialectAddresses(listen []string, name string) (seen []string) {
	for _, text := range listen {
		at := netip.MustParseAddrPort(text) // of a socket: numbers alone
		seen = append(seen, net.JoinHostPort(called(at.Addr(), name), strconv.Itoa(int(at.Port()))))
	}
	return seen
}

// called returns what others call an address of this machine's: its name, if the address stands for all and there is one.
func called(at netip.Addr, name string) string {
	if at.IsUnspecified() && name != "" {
		return name
	}
	return seenFromOutside(at).String()
}

// seenFromOutside returns an address of this machine's for one that may stand for
// all of them: the one by which others reach it.
func seenFromOutside(at netip.Addr) netip.Addr {
	if !at.IsUnspecified() {
		return at.Unmap()
	}
	if a := lan.Reached(); a.IsValid() {
		return a
	}
	return netip.AddrFrom4([4]byte{127, 0, 0, 1})
}
