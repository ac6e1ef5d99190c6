package link

import (
	"crypto/tls"
	"net"
	"net/netip"
	"time"

	"dogfight/sys"
)

// beginUDP gives the link its UDP side. leave is called when the link is down.
func (s *stream) beginUDP(u *udpEnd, leave func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.udp, s.leaveUDP = u, leave
	if u.IsHost() {
		s.out.control = appendFrame(s.out.control, offer, u.Number().Append(nil))
	}
	if !u.IsHost() || u.finder != nil {
		s.prober = time.AfterFunc(0, s.probe)
	}
}

// endUDP is called once the link is down.
func (s *stream) endUDP() {
	s.mu.Lock()
	leave, prober := s.leaveUDP, s.prober
	s.mu.Unlock()
	if prober != nil {
		prober.Stop() // a running one finds the link down
	}
	if leave != nil {
		leave() // without the lock, which goroutines that it waits for need
	}
}

// probe sends a probe if one is due, and schedules the next call.
func (s *stream) probe() {
	defer sys.Restore()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil && !s.rescue.closing {
		return
	}
	now := time.Now()
	wait := s.udp.Probe(now)
	if s.finds {
		wait = min(wait, s.tend(now))
	}
	s.prober.Reset(wait)
}

// datagram handles a datagram for this link.
func (s *stream) datagram(b []byte, from UDPAddr, now time.Time) {
	s.traffic.In.Add(onWire(len(b), from.Addr()))
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil && !s.rescue.closing || s.udp == nil {
		return
	}
	d, ok := s.udp.Open(b, from, now)
	if !ok || !s.allowance.spend(len(d.Packet), now) {
		s.refused++
		return
	}
	s.udp.Answer(d, len(b), from, now)
	if d.path {
		s.rescued(d.Packet, now)
	} else if d.IsData() && s.err == nil {
		s.put(Data, d.Packet, now)
	}
}

// offer is the channel of the frame with which a host offers UDP.
const offer Channel = 254

// clientQueue holds a quarter of a second of a client's packets at 60 Hz. Older ones are out of date.
const clientQueue = 16

// offerUDP makes the link use the host's UDP socket, and offers it to the client.
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
	u := newHostEnd(keys, number, post)
	forget := s.find(u, demux.socket, demux.at)
	s.beginUDP(u, func() {
		forget()
		demux.leave(number)
	})
}

// acceptOffer begins UDP at a client. Without a socket, data stays on control.
func (s *stream) acceptOffer(conn *tls.Conn, number linkNumber) {
	keys, err := exportSecrets(conn.ConnectionState())
	host, ok := conn.RemoteAddr().(*net.TCPAddr)
	switch {
	case err != nil || !s.wantsUDP:
		return
	case s.finds:
		s.acceptAnywhere(keys, number)
		return
	case !ok || s.viaRelay: // a host that speaks no alpnVia is not where the stream leads
		return
	}
	peer := unmapped(host.AddrPort())
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
	socket := newUDPSocket(oneAddress(raw), clientQueue, s.datagram)
	begin(func(b []byte, to UDPAddr) { socket.Post(b, to, &s.traffic) }, socket.Close)
}

// acceptAnywhere begins UDP at a client that does not know yet where the host is.
func (s *stream) acceptAnywhere(keys secrets, number linkNumber) {
	conn, at, err := s.machine.openUDP()
	if err != nil {
		return
	}
	socket := newUDPSocket(conn, clientQueue, s.datagram)
	u := newClientEnd(keys, number, UDPAddr{}, func(b []byte, to UDPAddr) { socket.Post(b, to, &s.traffic) })
	s.find(u, socket, at)
	s.beginUDP(u, socket.Close)
}

// pollUDP begins UDP with a socket that Receive polls, if the system has such.
func (s *stream) pollUDP(peer netip.AddrPort, begin func(post post, leave func())) bool {
	socket, err := newPolledConn(peer, func(b []byte) { s.datagram(b, UDPAddr{AddrPort: peer}, time.Now()) })
	if err != nil {
		return false
	}
	begin(func(b []byte, to UDPAddr) { socket.Post(b, to, &s.traffic) }, socket.Close)
	s.polled.Store(socket)
	return true
}
