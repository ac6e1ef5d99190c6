package enet

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"sync"
	"time"

	"dogfight/net/admission"
	"dogfight/net/link"
	"dogfight/sys"
)

// PacketConn is a UDP socket, such as a *link.UDPConn. After Close, Receive returns net.ErrClosed. LocalAddr returns a
// *net.UDPAddr.
type PacketConn interface {
	Receive(b []byte) (n int, from link.UDPAddr, err error)
	Send(b []byte, to link.UDPAddr) error
	LocalAddr() net.Addr
	Close() error
}

// Listener accepts connections from ENet clients: a host on a UDP socket. One goroutine reads, another keeps the time and
// sends.
type Listener struct {
	// Static after construction.
	udp      PacketConn
	wake     chan struct{} // has one when something is to be sent
	closed   chan struct{}
	accepted chan *Conn // connections from clients

	running sync.WaitGroup // both goroutines
	closing sync.Once

	mu    sync.Mutex
	host  *host
	conns map[*peer]*Conn
}

// retry is the pause after a failed read.
const retry = 10 * time.Millisecond

// Listen accepts connections at a UDP address, "host:port". The caller must Close the Listener.
func Listen(addr string, l Limits) (*Listener, error) {
	conn, err := new(net.ListenConfig).ListenPacket(context.Background(), "udp", addr)
	if err != nil {
		return nil, fmt.Errorf("cannot listen at %s: %w", addr, err)
	}
	return ListenOn(link.NewUDPConn(conn.(*net.UDPConn)), l), nil
}

// ListenOn is Listen on an open socket, which the Listener closes.
func ListenOn(udp PacketConn, l Limits) *Listener {
	l = l.orDefaults()
	s := &Listener{
		udp: udp, wake: make(chan struct{}, 1), closed: make(chan struct{}), accepted: make(chan *Conn, l.Peers),
		conns: map[*peer]*Conn{},
	}
	s.host = newHost(config{
		Limits: l, Send: func(to link.UDPAddr, b []byte) { udp.Send(b, to) },
		Connected: s.connected, Received: s.received, Disconnected: s.disconnected,
	})
	s.running.Go(func() {
		defer sys.Restore()
		s.read()
	})
	s.running.Go(func() {
		defer sys.Restore()
		s.runTicks()
	})
	return s
}

// Addr returns the listening address, with the port chosen for port 0.
func (s *Listener) Addr() netip.AddrPort { return s.udp.LocalAddr().(*net.UDPAddr).AddrPort() }

// Accept waits for the next connection, which may have ended again. After Close it returns net.ErrClosed.
func (s *Listener) Accept() (*Conn, error) {
	select {
	case c := <-s.accepted:
		return c, nil
	case <-s.closed:
		return nil, net.ErrClosed
	}
}

// Dial connects to a host from the socket, with data. It waits until the host has answered, or ctx is done.
func (s *Listener) Dial(ctx context.Context, to netip.AddrPort, data uint32) (*Conn, error) {
	s.mu.Lock()
	p, err := s.host.Connect(to, data)
	if err != nil {
		s.mu.Unlock()
		return nil, err
	}
	c := s.add(p)
	c.open = make(chan struct{})
	s.mu.Unlock()
	s.poke()
	select {
	case <-c.open:
		return c, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	case <-c.done:
		return nil, fmt.Errorf("%v refuses the connection: %w", to, c.Err())
	}
}

// Close ends listening and all connections, and waits for the goroutines. Peers get one Disconnect, which may be lost.
// Closing again does nothing.
func (s *Listener) Close() {
	s.mu.Lock()
	for p := range s.conns {
		s.host.DisconnectNow(p, 0)
	}
	s.host.Tick(time.Now()) // for the last acknowledgements
	s.mu.Unlock()
	s.closing.Do(func() {
		close(s.closed)
		s.udp.Close()
	})
	s.running.Wait()
}

func (s *Listener) read() {
	buf := make([]byte, 1<<16) // on Windows, a longer datagram is an error
	for {
		n, from, err := s.udp.Receive(buf)
		switch {
		case errors.Is(err, net.ErrClosed):
			return
		case err != nil: // of one datagram, such as that an earlier one found no receiver
			admission.Pause(retry, s.closed)
		case n <= maxMTU:
			s.mu.Lock()
			s.host.Receive(time.Now(), from, buf[:n])
			s.mu.Unlock()
			s.poke()
		}
	}
}

// poke makes the host tick.
func (s *Listener) poke() {
	select {
	case s.wake <- struct{}{}:
	default: // it will anyway
	}
}

func (s *Listener) runTicks() {
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

func (s *Listener) tick() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.host.Tick(time.Now())
}

// The host calls the following with the lock held.

func (s *Listener) add(p *peer) *Conn {
	c := &Conn{socket: s, peer: p, arrived: make(chan struct{}, 1), done: make(chan struct{})}
	s.conns[p] = c
	return c
}

func (s *Listener) connected(p *peer, data uint32) {
	if c := s.conns[p]; c != nil {
		close(c.open)
		return
	}
	c := s.add(p)
	c.data = data
	select {
	case s.accepted <- c:
	default: // the listener is full
		s.host.DisconnectNow(p, 0)
	}
}

func (s *Listener) received(p *peer, channel uint8, packet []byte, how Delivery) {
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

func (s *Listener) disconnected(p *peer, why Reason, data uint32) {
	c := s.conns[p]
	delete(s.conns, p)
	if c.unread {
		why = Unread
	}
	c.err = &EndError{why, data}
	close(c.done)
}
