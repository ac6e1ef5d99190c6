package enet

import (
	"fmt"
	"net/netip"
	"time"
)

// Conn is a connection on a socket. Its methods are safe for concurrent use.
type Conn struct {
	// Static after construction.
	socket  *Listener
	peer    *peer
	data    uint32
	arrived chan struct{} // has one after a packet arrived
	done    chan struct{}
	open    chan struct{} // of Dial: closed when the host accepts

	// Under the socket's lock.
	inbox  inbox
	unread bool
	err    error // once done is closed
}

// Packet is one received packet.
type Packet struct {
	Channel uint8
	How     Delivery
	Bytes   []byte
}

// Send copies a packet and does not block. See host.Send; it returns ErrOver after the end of the connection.
func (c *Conn) Send(channel uint8, packet []byte, how Delivery) error {
	c.socket.mu.Lock()
	err := c.socket.host.Send(c.peer, channel, packet, how)
	c.socket.mu.Unlock()
	c.socket.poke()
	return err
}

// Receive returns the next packet, or false if there is none. It does not block, and still returns earlier packets
// after the end of the connection. The packet is copied into buf, which grows if needed: pass Packet.Bytes as the next
// buf.
func (c *Conn) Receive(buf []byte) (Packet, bool) {
	c.socket.mu.Lock()
	defer c.socket.mu.Unlock()
	return c.inbox.next(buf)
}

// Arrived gets one after packets arrived. Receive all of them before waiting for the next.
func (c *Conn) Arrived() <-chan struct{} { return c.arrived }

// Done is closed after the end of the connection.
func (c *Conn) Done() <-chan struct{} { return c.done }

// Err is nil until Done is closed, and then an *EndError.
func (c *Conn) Err() error {
	c.socket.mu.Lock()
	defer c.socket.mu.Unlock()
	return c.err
}

// Remote returns the address of the other end.
func (c *Conn) Remote() netip.AddrPort {
	return netip.AddrPortFrom(c.peer.addr.Addr().Unmap(), c.peer.addr.Port())
}

// Data returns the data of the client's Connect.
func (c *Conn) Data() uint32 { return c.data }

// RoundTrip returns the mean round trip, recent ones weighing more.
func (c *Conn) RoundTrip() time.Duration {
	c.socket.mu.Lock()
	defer c.socket.mu.Unlock()
	return c.peer.RoundTrip()
}

// Close ends the connection and sends the peer data, after all reliable packets. It does not block; Done is closed at
// the end. Closing again does nothing.
func (c *Conn) Close(data uint32) {
	c.socket.mu.Lock()
	c.socket.host.DisconnectLater(c.peer, data)
	c.socket.mu.Unlock()
	c.socket.poke()
}

// inbox holds packets until they are received.
type inbox struct {
	packets []Packet // from first on
	first   int
	weight  int      // of those
	free    [][]byte // memory for further packets
}

const (
	// maxInbox bounds the waiting packets.
	maxInbox = 256 << 10

	// maxFree bounds the free memory: a turn's packets.
	maxFree = 16
)

// put stores a copy of p, if there is room.
func (in *inbox) put(p Packet) bool {
	if in.weight+len(p.Bytes)+heldWeight > maxInbox {
		return false
	}
	in.weight += len(p.Bytes) + heldWeight
	var room []byte
	if n := len(in.free); n > 0 {
		room, in.free = in.free[n-1], in.free[:n-1]
	}
	p.Bytes = append(room[:0], p.Bytes...)
	if len(in.packets) == cap(in.packets) {
		in.moveUp()
	}
	in.packets = append(in.packets, p)
	return true
}

// next copies the oldest packet into buf and removes it.
func (in *inbox) next(buf []byte) (Packet, bool) {
	if in.first == len(in.packets) {
		return Packet{}, false
	}
	p := in.packets[in.first]
	in.packets[in.first] = Packet{}
	in.first++
	in.weight -= len(p.Bytes) + heldWeight
	if len(in.free) < maxFree {
		in.free = append(in.free, p.Bytes)
	}
	p.Bytes = append(buf[:0], p.Bytes...)
	return p, true
}

// moveUp makes room behind the packets if some before them were removed.
func (in *inbox) moveUp() {
	n := copy(in.packets, in.packets[in.first:])
	clear(in.packets[n:])
	in.packets, in.first = in.packets[:n], 0
}

// Delivery is the service level of a packet.
type Delivery uint8

const (
	Unreliable  Delivery = 0 // it may be lost; it is not late
	Reliable    Delivery = 1 // it arrives, after those sent before it on its channel
	Unsequenced Delivery = 2 // it may be lost, or late
)

var deliveries = [...]string{Unreliable: "unreliable", Reliable: "reliable", Unsequenced: "unsequenced"}

func (d Delivery) String() string {
	if int(d) < len(deliveries) {
		return deliveries[d]
	}
	return fmt.Sprintf("delivery %d", uint8(d))
}

// Reason is why a connection ended.
type Reason uint8

const (
	Left     Reason = 1 // the peer ended it
	Closed   Reason = 2 // we ended it
	Silent   Reason = 3 // the peer acknowledged nothing for too long
	Slow     Reason = 4 // too much waits for the peer
	Broken   Reason = 5 // the peer sent invalid data
	Replaced Reason = 6 // a peer connected again from its address
	Unread   Reason = 7 // too much came without being received; of a Conn only
)

var reasons = [...]struct{ name, text string }{
	Left:     {"left", "the other end left"},
	Closed:   {"closed", "the connection was closed"},
	Silent:   {"silent", "the other end does not answer"},
	Slow:     {"slow", "the other end is too slow"},
	Broken:   {"broken", "the other end sent invalid data"},
	Replaced: {"replaced", "the other end connected again"},
	Unread:   {"unread", "too many packets were not received"},
}

func (r Reason) String() string {
	if int(r) < len(reasons) && r > 0 {
		return reasons[r].name
	}
	return fmt.Sprintf("reason %d", uint8(r))
}

// EndError is the error of a connection that has ended.
type EndError struct {
	Why  Reason
	Data uint32 // the peer's, if it Left
}

func (e *EndError) Error() string {
	if e.Why == Left {
		return fmt.Sprintf("%s (%d)", reasons[Left].text, e.Data)
	}
	return reasons[e.Why].text
}
