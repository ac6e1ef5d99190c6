package link

import (
	"net"
	"net/netip"
	"time"

	"dogfight/net/relay"
)

// learn handles the other end's candidates.
func (s *stream) learn(p []byte) {
	list := parseCandidates(p, s.machine.networks())
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil && s.udp != nil {
		s.udp.finder.learn(list, time.Now())
		s.prober.Reset(0)
	}
}

// sendCandidates sends this end's candidates. The caller holds mu.
func (s *stream) sendCandidates(list []netip.AddrPort) {
	s.out.control = appendFrame(s.out.control, candidates, appendCandidates(nil, list))
	s.changed.Broadcast()
}

// bound handles the relay's answer to a bind.
func (s *stream) bound(a relay.BoundAnswer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil && s.udp != nil {
		s.udp.finder.binder.answered(a, time.Now())
		s.prober.Reset(0)
	}
}

// find makes the link look for paths, if its protocol has that. at is the socket's address.
func (s *stream) find(u *udpEnd, socket *udpSocket, at netip.AddrPort) (forget func()) {
	if !s.finds {
		return func() {}
	}
	own := func(reflexive netip.AddrPort) []netip.AddrPort {
		return ownCandidates(s.machine.networks(), at, reflexive)
	}
	postNear := func(b []byte, to UDPAddr) { socket.PostNear(b, to, &s.traffic) }
	u.finder = newFinder(s.via, own, s.sendCandidates, postNear)
	if s.via == (relay.Via{}) {
		return func() {}
	}
	socket.pairs.enter(s.via, s.bound)
	return func() { socket.pairs.leave(s.via.Number) }
}

// machine is the part of the system that a link through a relay uses.
type machine struct {
	openUDP  func() (udpIO, netip.AddrPort, error) // a client's socket, at all addresses, of both families if it can
	networks func() []netip.Prefix                 // the machine's addresses
}

var thisMachine = machine{openUDP, networksHere}

func openUDP() (udpIO, netip.AddrPort, error) {
	conn, err := net.ListenUDP("udp", nil)
	if err != nil {
		return nil, netip.AddrPort{}, err
	}
	return oneAddress(conn), conn.LocalAddr().(*net.UDPAddr).AddrPort(), nil
}

// PathOf returns the path of a link's data.
func PathOf(l Link) Path {
	s := streamOf(l)
	if s == nil {
		return PathUnknown
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.udp != nil && s.udp.IsOn(time.Now()):
		return pathTo(s.udp.peer.Addr())
	case s.raw != nil && s.kind == "tls":
		return PathTLS
	}
	return PathUnknown
}
