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
func (s *stream) offerUDP(conn *tls.Conn, demux *demux) {
	keys, err := exportSecrets(conn.ConnectionState())
	if err != nil {
		return
	}
	number, ok := demux.enter(s)
	if !ok {
		return
	}
	post := func(b []byte, to UDPAddr) { demux.socket.Post(b, to, &s.traffic) }
	s.beginUDP(newHostEnd(keys, number, post), func() { demux.leave(number) })
}

// takeOffer begins UDP at a client. Without a socket for it, data stays on control.
func (s *stream) takeOffer(conn *tls.Conn, number SequenceNumber) {
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
	begin := func(post post, leave func()) {
		s.beginUDP(newClientEnd(keys, number, UDPAddr{AddrPort: peer}, post), leave)
	}
	if s.polls && s.pollUDP(peer, begin) {
		return
	}
	raw, err := net.ListenUDP(udpNetwork(peer.Addr()), nil)
	if err != nil {
		return
	}
	socket := newUDPSocket(raw, clientQueue, s.datagram)
	begin(func(b []byte, to UDPAddr) { socket.Post(b, to, &s.traffic) }, socket.Close)
}

// pollUDP begins UDP with a socket that Receive polls, where the system has such.
func (s *stream) pollUDP(peer netip.AddrPort, begin func(post post, leave func())) bool {
	socket, err := newPolledConn(peer, func(b []byte) { s.datagram(b, UDPAddr{AddrPort: peer}, time.Now()) })
	if err != nil {
		return false
	}
	begin(func(b []byte, to UDPAddr) { socket.Post(b, to, &s.traffic) }, socket.Close)
	s.polled.Store(socket)
	return true
}
