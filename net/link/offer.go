package link

import (
	"crypto/tls"
	"net"
	"net/netip"
	"time"

	"dogfight/guard"
)

// offer is the channel of the frame with which a host offers UDP.
const offer Channel = 254

// clientQueue holds what a client sends in a quarter of a second at 60 Hz. If
// the system takes nothing for longer, it is out of date.
const clientQueue = 16

// offerUDP has the link use the UDP socket of a host, and tells the client.
func (s *stream) offerUDP(conn *tls.Conn, board *switchboard) {
	keys, err := exportSecrets(conn.ConnectionState())
	if err != nil {
		return
	}
	number, ok := board.enter(s)
	if !ok {
		return
	}
	u := hostUDP(keys, number)
	u.post = board.socket.post
	s.beginUDP(u, func() { board.leave(number) })
}

// takeOffer begins UDP at a client. Without a socket for it, data stays on control.
func (s *stream) takeOffer(conn *tls.Conn, number connection) {
	host, ok := conn.RemoteAddr().(*net.TCPAddr)
	if !ok || !s.wantsUDP {
		return
	}
	keys, err := exportSecrets(conn.ConnectionState())
	if err != nil {
		return
	}
	peer := host.AddrPort()
	peer = netip.AddrPortFrom(peer.Addr().Unmap(), peer.Port())
	if raw, err := net.ListenUDP(networkTo(peer.Addr()), nil); err == nil {
		socket := openSocket(raw, clientQueue, s.datagram)
		u := clientUDP(keys, number, peer)
		u.post = socket.post
		s.beginUDP(u, socket.close)
	}
}

// beginUDP gives the link its UDP side, and leave to call when it is down.
func (s *stream) beginUDP(u *udp, leave func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.udp, s.leaveUDP = u, leave
	if u.host {
		s.out.control = appendFrame(s.out.control, offer, u.number.append(nil))
		return
	}
	s.prober = time.AfterFunc(0, s.probe)
}

// endUDP is called once the link is down.
func (s *stream) endUDP() {
	s.mu.Lock()
	leave, prober := s.leaveUDP, s.prober
	s.mu.Unlock()
	if prober != nil {
		prober.Stop() // one that runs finds the link down
	}
	if leave != nil {
		leave() // without the lock, which goroutines want that it waits for
	}
}

// probe sends a probe if one is due, and is called again for the next.
func (s *stream) probe() {
	defer guard.Panics()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return
	}
	now := time.Now()
	due, wait := s.udp.client.ask(now)
	if due {
		s.udp.send(nil, now, &s.traffic)
	}
	s.prober.Reset(wait)
}

// datagram takes what came for this link from an address.
func (s *stream) datagram(b []byte, from netip.AddrPort) {
	now := time.Now()
	s.traffic.in.Add(datagramOnWire(len(b), from.Addr()))
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil || s.udp == nil {
		return
	}
	p, ok := s.udp.open(b, from, now)
	switch {
	case !ok, !s.allowance.spend(len(p), now):
		s.refused++
	case len(p) > 0:
		s.in.put(Data, p, now)
	case s.udp.host:
		s.udp.send(nil, now, &s.traffic)
	}
}

func networkTo(host netip.Addr) string {
	if host.Is4() {
		return "udp4"
	}
	return "udp6"
}
