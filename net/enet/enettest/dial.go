package enettest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"sync"
	"time"

	"dogfight/net/enet"
	"dogfight/net/link"
)

// Socket is a client of hosts on one UDP socket. Close it.
type Socket struct {
	udp     enet.PacketConn
	wake    chan struct{} // has one when something is to be sent
	closed  chan struct{}
	running sync.WaitGroup
	closing sync.Once

	mu    sync.Mutex
	host  *enet.Host
	conns map[*enet.Peer]*Conn
}

// NewSocket returns a Socket on a UDP socket, which it closes. One goroutine reads, another keeps the time and sends.
func NewSocket(conn enet.PacketConn, l enet.Limits) *Socket {
	l.Peers = 0
	s := &Socket{udp: conn, wake: make(chan struct{}, 1), closed: make(chan struct{}), conns: map[*enet.Peer]*Conn{}}
	s.host = enet.NewHost(enet.Config{
		Limits:       l,
		Send:         func(to link.UDPAddr, b []byte) { s.udp.Send(b, to) },
		Connected:    func(p *enet.Peer, _ uint32) { close(s.conns[p].open) },
		Received:     func(p *enet.Peer, on uint8, b []byte, how enet.Delivery) { s.conns[p].put(on, b, how) },
		Disconnected: func(p *enet.Peer, why enet.Reason, data uint32) { s.conns[p].end(&enet.EndError{Why: why, Data: data}) },
	})
	s.running.Go(s.read)
	s.running.Go(s.runTicks)
	return s
}

// Close ends the socket without a goodbye, and waits for its goroutines.
func (s *Socket) Close() {
	s.closing.Do(func() {
		close(s.closed)
		s.udp.Close()
	})
	s.running.Wait()
}

func (s *Socket) read() {
	for buf := make([]byte, 1<<16); ; {
		n, from, err := s.udp.Receive(buf)
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err == nil {
			s.do(func() { s.host.Receive(time.Now(), from, buf[:n]) })
		}
	}
}

func (s *Socket) runTicks() {
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

func (s *Socket) tick() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.host.Tick(time.Now())
}

// do calls f with the Host, which then sends everything due.
func (s *Socket) do(f func()) {
	s.mu.Lock()
	f()
	s.mu.Unlock()
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// Dial connects to a host, with data. It waits until the host has answered, or ctx is done.
func (s *Socket) Dial(ctx context.Context, to netip.AddrPort, data uint32) (*Conn, error) {
	c := &Conn{socket: s, open: make(chan struct{}), arrived: make(chan struct{}, 1), done: make(chan struct{})}
	var err error
	s.do(func() {
		if c.peer, err = s.host.Connect(to, data); err == nil {
			s.conns[c.peer] = c
		}
	})
	if err != nil {
		return nil, err
	}
	select {
	case <-c.open:
		return c, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	case <-c.done:
		return nil, fmt.Errorf("%v does not let us in: %w", to, c.Err())
	}
}

// Dial connects to the host at addr, "address:port", from its own socket, which ends with the connection.
func Dial(ctx context.Context, addr string, data uint32, l enet.Limits) (*Conn, error) {
	to, err := netip.ParseAddrPort(addr)
	if err != nil {
		return nil, err
	}
	network := "udp6"
	if to.Addr().Unmap().Is4() {
		network = "udp4"
	}
	conn, err := net.ListenUDP(network, nil)
	if err != nil {
		return nil, err
	}
	return DialOn(ctx, &link.UDPConn{UDPConn: conn}, to, data, l)
}

// DialOn is Dial on an open socket, which the connection closes.
func DialOn(ctx context.Context, conn enet.PacketConn, to netip.AddrPort, data uint32, l enet.Limits) (*Conn, error) {
	s := NewSocket(conn, l)
	c, err := s.Dial(ctx, to, data)
	if err != nil {
		s.Close()
		return nil, err
	}
	c.owns = true
	return c, nil
}

// Conn is a connection to a host. Its methods are as those of enet.Conn.
type Conn struct {
	socket  *Socket
	peer    *enet.Peer
	owns    bool          // the socket
	open    chan struct{} // closed once connected
	arrived chan struct{}
	done    chan struct{}

	// Under the socket's lock.
	packets []enet.Packet
	err     error
}

func (c *Conn) put(on uint8, b []byte, how enet.Delivery) {
	c.packets = append(c.packets, enet.Packet{Channel: on, How: how, Bytes: slices.Clone(b)})
	select {
	case c.arrived <- struct{}{}:
	default:
	}
}

func (c *Conn) end(err error) {
	c.err = err
	close(c.done)
}

// Send copies a packet and does not block.
func (c *Conn) Send(channel uint8, packet []byte, how enet.Delivery) (err error) {
	c.socket.do(func() { err = c.socket.host.Send(c.peer, channel, packet, how) })
	return err
}

// Receive returns the next packet, or false if there is none. It does not block, nor use the caller's memory.
func (c *Conn) Receive([]byte) (p enet.Packet, ok bool) {
	c.socket.mu.Lock()
	defer c.socket.mu.Unlock()
	if len(c.packets) == 0 {
		return enet.Packet{}, false
	}
	p, c.packets = c.packets[0], c.packets[1:]
	return p, true
}

// Arrived gets one after packets arrived.
func (c *Conn) Arrived() <-chan struct{} { return c.arrived }

// Done is closed after the end of the connection.
func (c *Conn) Done() <-chan struct{} { return c.done }

// Err is nil until Done is closed, and then an *enet.EndError.
func (c *Conn) Err() error {
	c.socket.mu.Lock()
	defer c.socket.mu.Unlock()
	return c.err
}

// Remote returns the address of the host.
func (c *Conn) Remote() netip.AddrPort {
	return netip.AddrPortFrom(c.peer.Addr().Addr().Unmap(), c.peer.Addr().Port())
}

// Leave ends the connection, but not the socket, and sends the host data. Done is closed at the end.
func (c *Conn) Leave(data uint32) {
	c.socket.do(func() { c.socket.host.Disconnect(c.peer, data) })
}

// Close ends the connection after all packets are sent, and its own socket. It waits for a second at most.
func (c *Conn) Close(data uint32) {
	c.socket.do(func() { c.socket.host.DisconnectLater(c.peer, data) })
	select {
	case <-c.done:
	case <-time.After(time.Second):
		c.socket.do(func() { c.socket.host.DisconnectNow(c.peer, data) })
	}
	c.socket.tick() // for an acknowledgement of the host's Disconnect
	if c.owns {
		c.socket.Close()
	}
}
