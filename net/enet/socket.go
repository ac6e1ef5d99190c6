package enet

import (
	"errors"
	"net"
	"sync"
	"time"

	"dogfight/net/link"
	"dogfight/sys"
)

// PacketConn is what a Host needs of a UDP socket, which a *udp.Conn is. After Close, Receive
// returns net.ErrClosed. LocalAddr returns a *net.UDPAddr.
type PacketConn interface {
	Receive(b []byte) (n int, from link.UDPAddr, err error)
	Send(b []byte, to link.UDPAddr) error
	LocalAddr() net.Addr
	Close() error
}

// socket runs a Host on a UDP socket: one goroutine reads, another keeps the time
// and sends.
type socket struct {
	// Static after construction.
	udp    PacketConn
	wake   chan struct{} // has one when something is to be sent
	closed chan struct{}
	met    chan *Conn // those that connected to us

	running sync.WaitGroup // both goroutines
	closing sync.Once

	mu    sync.Mutex
	host  *Host
	conns map[*Peer]*Conn
}

// retry is the pause after an error of reading.
const retry = 10 * time.Millisecond

func newSocket(udp PacketConn, l Limits) *socket {
	l = l.orDefaults()
	s := &socket{
		udp: udp, wake: make(chan struct{}, 1), closed: make(chan struct{}), met: make(chan *Conn, l.Peers),
		conns: map[*Peer]*Conn{},
	}
	s.host = NewHost(Config{
		Limits: l, Send: s.send, Connected: s.connected, Received: s.received, Disconnected: s.disconnected,
	})
	s.running.Go(func() {
		defer sys.Restore()
		s.read()
	})
	s.running.Go(func() {
		defer sys.Restore()
		s.keepTime()
	})
	return s
}

// close ends the socket without a word, and waits for its goroutines.
func (s *socket) close() {
	s.closing.Do(func() {
		close(s.closed)
		s.udp.Close()
	})
	s.running.Wait()
}

func (s *socket) read() {
	buf := make([]byte, 1<<16) // on Windows, what does not fit is an error
	for {
		n, from, err := s.udp.Receive(buf)
		switch {
		case errors.Is(err, net.ErrClosed):
			return
		case err != nil: // of one datagram, such as that an earlier one found nobody
			s.rest()
		case n <= maxMTU:
			s.receive(from, buf[:n])
		}
	}
}

func (s *socket) rest() {
	select {
	case <-time.After(retry):
	case <-s.closed:
	}
}

func (s *socket) receive(from link.UDPAddr, b []byte) {
	s.mu.Lock()
	s.host.Receive(time.Now(), from, b)
	s.mu.Unlock()
	s.poke()
}

// poke has the Host tick.
func (s *socket) poke() {
	select {
	case s.wake <- struct{}{}:
	default: // it will anyway
	}
}

func (s *socket) keepTime() {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-s.closed:
			return
		case <-s.wake:
		case <-timer.C:
		}
		if next := s.tick(); next.IsZero() {
			timer.Stop()
		} else {
			timer.Reset(time.Until(next))
		}
	}
}

func (s *socket) tick() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.host.Tick(time.Now())
}

// The Host calls the following with the lock held.

// send does not care for errors: what did not go is lost, like much else.
func (s *socket) send(to link.UDPAddr, b []byte) { s.udp.Send(b, to) }

func (s *socket) connected(p *Peer, data uint32) {
	c := newConn(s, p)
	c.data = data
	s.conns[p] = c
	select {
	case s.met <- c:
	default: // the listener is full
		s.host.DisconnectNow(p, 0)
	}
}

func (s *socket) received(p *Peer, channel uint8, packet []byte, how Delivery) {
	c := s.conns[p]
	if c.inbox.put(Packet{channel, how, packet}) {
		select {
		case c.arrived <- struct{}{}:
		default:
		}
	} else if how == Reliable {
		c.unread = true
		s.host.DisconnectNow(p, 0)
	}
}

func (s *socket) disconnected(p *Peer, why Reason, data uint32) {
	c := s.conns[p]
	delete(s.conns, p)
	if c.unread {
		why = Unread
	}
	c.err = &EndError{why, data}
	close(c.done)
}
