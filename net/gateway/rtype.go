package gateway

import (
	"errors"
	"net"
	"net/netip"
	"os"
	"syscall"
	"time"

	"dogfight/net/admission"
	"dogfight/net/link"
	"dogfight/proto/dialect"
	"dogfight/sys"
)

// udpServer has one datagram socket; its players share two goroutines.
type udpServer struct {
	*Gateway
	socket   *link.UDPConn
	code     bool // the dialect is rtype-code
	received chan datagram

	// Owned by run.
	players   map[link.UDPAddr]*udpPlayer
	ids       map[uint32]*udpPlayer
	left      map[link.UDPAddr]time.Time // rtype-code: recent DISCONNECTs by address
	newcomers *admission.FairShare
	stalled   bool // the write deadline has passed since the last tick
}

type datagram struct {
	from  link.UDPAddr
	bytes []byte
}

const (
	// maxDatagrams bounds the datagrams of an address in a tick; a normal player sends one.
	maxDatagrams = 8
	// stall is how long a full buffer of the system may block all players. Packets after that are lost, as in a
	// network.
	stall = 100 * time.Millisecond
	// datagramSize is larger than any datagram of these dialects.
	datagramSize = 2048
	// readPause follows a failed read.
	readPause = time.Millisecond
)

// openRType listens for players of the R-Type document, or of its program.
func (g *Gateway) openRType() error {
	addr, err := net.ResolveUDPAddr("udp", g.spec.Addr)
	if err != nil {
		return err
	}
	socket, err := net.ListenUDP("udp", addr)
	if err != nil {
		return err
	}
	g.addrs = append(g.addrs, socket.LocalAddr().String())
	s := &udpServer{
		Gateway: g, socket: link.NewUDPConn(socket), code: g.spec.Dialect == "rtype-code", received: make(chan datagram),
		players: map[link.UDPAddr]*udpPlayer{}, ids: map[uint32]*udpPlayer{}, left: map[link.UDPAddr]time.Time{},
		newcomers: admission.NewFairShare(newcomerRate, newcomerRateEach),
	}
	if s.code {
		enableRefusals(socket)
	}
	g.spawn(s.read)
	g.spawn(s.run)
	return nil
}

// read passes arriving datagrams to run.
func (s *udpServer) read() {
	for buf := make([]byte, datagramSize); ; {
		n, from, err := s.socket.Receive(buf)
		switch {
		case errors.Is(err, net.ErrClosed):
			return
		case errors.Is(err, syscall.ECONNREFUSED): // for an earlier packet: see eachRefusal
			continue
		case err != nil: // for an earlier packet, or permanent
			time.Sleep(readPause)
			continue
		}
		from.AddrPort = netip.AddrPortFrom(from.Addr().Unmap(), from.Port())
		select {
		case s.received <- datagram{from, append([]byte(nil), buf[:n]...)}:
		case <-s.ctx.Done():
			return
		}
	}
}

// run plays for all players until the gateway closes. It closes the socket after the last words.
func (s *udpServer) run() {
	defer s.socket.Close()
	loop(s.ctx, func() <-chan datagram { return s.received }, func(d datagram) error {
		s.receive(d)
		return nil
	}, func(now time.Time) error {
		s.tick(now)
		return nil
	})
	s.stalled = false
	for _, p := range s.players {
		s.protect(p, p.dismiss)
	}
}

func (s *udpServer) tick(now time.Time) {
	s.socket.SetWriteDeadline(now.Add(stall))
	s.stalled = false
	if s.code {
		eachRefusal(s.socket.UDPConn, s.refused)
	}
	for _, p := range s.players {
		p.received = 0
		p.session.Room = p.budget.Left()
		s.protect(p, func() error { return p.tick(now) })
		if p.session.Intent().Presence != dialect.Absent {
			p.visit.Settle()
		}
	}
}

// refused handles the refusal of a datagram by the machine at an address.
func (s *udpServer) refused(at netip.AddrPort) {
	for _, p := range s.players {
		if p.at.AddrPort == at {
			p.session.Refused()
		}
	}
}

// write sends a packet to an address. ECONNREFUSED may report an earlier packet, and this one was not sent. If the
// deadline has passed because this goroutine was late, nothing was sent: it is extended, once a tick.
func (s *udpServer) write(packet []byte, to link.UDPAddr) {
	err := s.socket.Send(packet, to)
	if errors.Is(err, os.ErrDeadlineExceeded) && !s.stalled {
		s.stalled = true
		s.socket.SetWriteDeadline(time.Now().Add(stall))
		err = s.socket.Send(packet, to)
	}
	if errors.Is(err, syscall.ECONNREFUSED) {
		s.socket.Send(packet, to)
	}
}

// protect calls a function for a player. An error or a panic removes that player only.
func (s *udpServer) protect(p *udpPlayer, do func() error) {
	defer sys.Recover(func(value any, stack []byte) {
		s.panicked(p.at.String())(value, stack)
		s.remove(p, errPanicked)
	})
	if err := do(); err != nil {
		s.remove(p, err)
	}
}

var errPanicked = errors.New("the session panicked")

func (s *udpServer) receive(d datagram) {
	p := s.players[d.from]
	if p == nil {
		p = s.playerAt(d)
	}
	if p == nil || p.received >= maxDatagrams {
		return
	}
	p.received++
	p.budget.Received(len(d.bytes))
	flewBefore := p.flies()
	s.protect(p, func() error { return p.session.Receive(dialect.Main, d.bytes, p.send) })
	switch {
	case p.session.Proven():
		p.budget.Validate()
	case !flewBefore && p.flies() && s.unproven() > maxUnproven:
		s.remove(p, errUnproven)
	}
}

// maxUnproven bounds the players with a ship and an unproven address; in rtype-code only local addresses have both. A
// sender of forged addresses could occupy all ships otherwise.
const maxUnproven = 8

var errUnproven = errors.New("too many players cannot prove their address")

func (s *udpServer) unproven() (n int) {
	for _, p := range s.players {
		if p.flies() && !p.session.Proven() {
			n++
		}
	}
	return n
}
