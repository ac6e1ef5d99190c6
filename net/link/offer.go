package link

import (
	"crypto/tls"
	"net"
	"net/netip"
	"time"
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
	u := clientUDP(keys, number, peer)
	if s.polls && s.poll(u) {
		return
	}
	raw, err := net.ListenUDP(networkTo(peer.Addr()), nil)
	if err != nil {
		return
	}
	socket := openSocket(&oneByOne{UDPConn: raw}, clientQueue, s.datagram)
	u.post = socket.post
	s.beginUDP(u, socket.close)
}

// poll begins UDP with a socket that Receive polls, where the system has such.
func (s *stream) poll(u *udp) bool {
	instant, err := newInstant(u.peer)
	if err != nil {
		return false
	}
	k := &polled{instant: instant, deliver: func(b []byte) { s.datagram(b, u.peer, time.Now()) }}
	u.post = k.post
	s.beginUDP(u, k.close)
	s.polled.Store(k)
	return true
}

func networkTo(host netip.Addr) string {
	if host.Is4() {
		return "udp4"
	}
	return "udp6"
}
