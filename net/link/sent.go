package link

import (
	"crypto/tls"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"syscall"
)

// DialSent dials a host to which the host at the address by has sent this client, once: see MaySend. The zero Addr is this process. self
// may be nil.
func DialSent(addr string, by netip.Addr, known *Trust, self *tls.Certificate) Link {
	return dial(addr, known, func(s *stream) {
		s.wantsUDP, s.self, s.tries = true, self, 1
		s.control = func(_, to string, _ syscall.RawConn) error {
			at, _ := netip.ParseAddrPort(to) // after names are resolved, so that no name leads inside
			if !MaySend(by, at.Addr()) {
				return refusal{fmt.Errorf("%s is at %v, and the host at %v may not send you into a network that is closer to you than itself", addr, at.Addr(), by)}
			}
			return nil
		}
	})
}

// MaySend reports whether the host at an address may make a client connect to another: a public host only to public addresses, a host of
// a private network not to the loopback. What runs on this machine may reach as much by itself.
func MaySend(by, to netip.Addr) bool {
	return !by.IsValid() || reach(to) >= reach(by) || isOwn(by)
}

// shared is for the networks between providers and their customers (RFC 6598).
var shared = netip.MustParsePrefix("100.64.0.0/10")

// reach orders addresses by how far they reach: this machine, its link, private networks, the Internet.
func reach(a netip.Addr) int {
	switch a = a.Unmap(); {
	case a.IsLoopback(), a.IsUnspecified(): // Linux connects to 0.0.0.0 on the loopback
		return 0
	case !a.IsGlobalUnicast():
		return 1
	case a.IsPrivate(), shared.Contains(a):
		return 2
	}
	return 3
}

// isOwn reports whether an address is one of this machine's.
func isOwn(a netip.Addr) bool {
	all, _ := net.InterfaceAddrs()
	return slices.ContainsFunc(all, func(own net.Addr) bool {
		p, err := netip.ParsePrefix(own.String())
		return err == nil && p.Addr() == a.Unmap().WithZone("")
	})
}

// PeerOf returns the IP address at the other end of a link; the zero Addr if there is none, or none yet.
func PeerOf(l Link) netip.Addr {
	s := streamOf(l)
	if s == nil {
		return netip.Addr{}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	over, _ := s.raw.(tlsTransport)
	return over.peer
}
