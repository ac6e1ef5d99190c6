package enet

import (
	"net/netip"
	"time"
)

// Conn is a connection on a socket. Its methods may be called from any goroutine.
type Conn struct {
	// Static after construction.
	socket  *socket
	peer    *Peer
	data    uint32
	arrived chan struct{} // has one after a packet came
	done    chan struct{}

	// Under the socket's lock.
	inbox  inbox
	unread bool
	err    error // once done is closed
}

// Packet is what a peer sent in one call.
type Packet struct {
	Channel uint8
	How     Delivery
	Bytes   []byte
}

func newConn(s *socket, p *Peer) *Conn {
	return &Conn{socket: s, peer: p, arrived: make(chan struct{}, 1), done: make(chan struct{})}
}

// Send copies a packet and does not wait. See Host.Send; what it returns is ErrOver
// when the connection has ended.
func (c *Conn) Send(channel uint8, packet []byte, how Delivery) error {
	c.socket.mu.Lock()
	err := c.socket.host.Send(c.peer, channel, packet, how)
	c.socket.mu.Unlock()
	c.socket.poke()
	return err
}

// Receive returns the next packet, or false when there is none. It does not wait, and
// still returns what had come after the connection has ended. The packet is copied into
// buf, which is grown if needed: Packet.Bytes is the buf to pass next time.
func (c *Conn) Receive(buf []byte) (Packet, bool) {
	c.socket.mu.Lock()
	defer c.socket.mu.Unlock()
	return c.inbox.take(buf)
}

// Arrived gets one after packets came. Receive until there is none before waiting for
// the next.
func (c *Conn) Arrived() <-chan struct{} { return c.arrived }

// Done is closed once the connection has ended.
func (c *Conn) Done() <-chan struct{} { return c.done }

// Err is nil until Done is closed, and then an *EndError.
func (c *Conn) Err() error {
	c.socket.mu.Lock()
	defer c.socket.mu.Unlock()
	return c.err
}

// Remote is where the other end is.
func (c *Conn) Remote() netip.AddrPort {
	return netip.AddrPortFrom(c.peer.addr.Addr().Unmap(), c.peer.addr.Port())
}

// Data is what a client said in its Connect.
func (c *Conn) Data() uint32 { return c.data }

// RoundTrip is the mean of late.
func (c *Conn) RoundTrip() time.Duration {
	c.socket.mu.Lock()
	defer c.socket.mu.Unlock()
	return c.peer.RoundTrip()
}

// Close ends the connection and tells the peer data. Reliable packets that were sent
// before still go. Close does not wait for that; Done tells. Closing again does nothing.
func (c *Conn) Close(data uint32) {
	c.socket.mu.Lock()
	c.socket.host.DisconnectLater(c.peer, data)
	c.socket.mu.Unlock()
	c.socket.poke()
}
