package link

import (
	"errors"
	"net"
	"net/netip"
	"sync"
	"syscall"
	"time"

	"golang.org/x/net/ipv4"
	"golang.org/x/net/ipv6"
)

// UDPAddr is the address of a peer, and the local address to which the peer sends. Answers must come from there: on a
// machine with several addresses the system would often choose another, and peers ignore that.
type UDPAddr struct {
	netip.AddrPort
	Local netip.Addr // none: the system chooses
}

// UDPConn is a UDP socket. One goroutine receives; Send is safe for concurrent use. Sockets of clients need no
// NewUDPConn, as they have one peer and need no local addresses.
type UDPConn struct {
	*net.UDPConn
	controls *controls // nil: datagrams have no local address
	room     [controlSize]byte
}

// NewUDPConn returns a UDPConn that owns a socket. A socket bound to all addresses learns the local address of each
// datagram where the system reports it (not on Windows).
func NewUDPConn(conn *net.UDPConn) *UDPConn {
	return &UDPConn{UDPConn: conn, controls: newControls(conn)}
}

// Receive waits for a datagram.
func (c *UDPConn) Receive(b []byte) (n int, from UDPAddr, err error) {
	if c.controls == nil {
		n, from.AddrPort, err = c.ReadFromUDPAddrPort(b)
		return n, from, err
	}
	n, size, _, at, err := c.ReadMsgUDPAddrPort(b, c.room[:])
	return n, UDPAddr{at, c.controls.local(c.room[:size])}, err
}

// Send sends a datagram from the peer's local address.
func (c *UDPConn) Send(b []byte, to UDPAddr) error {
	if control := c.controls.from(to.Local); control != nil {
		if _, _, err := c.WriteMsgUDPAddrPort(b, control, to.AddrPort); !isNoSource(err) {
			return err
		}
	}
	_, err := c.WriteToUDPAddrPort(b, to.AddrPort)
	return err
}

// isNoSource reports whether an error may mean that a local address cannot send: it is a broadcast address, or the
// machine has lost it.
func isNoSource(err error) bool {
	return errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.EADDRNOTAVAIL) || errors.Is(err, syscall.ENETUNREACH)
}

// controls translates between local addresses and control messages. It caches both, so that a datagram costs no
// allocation: a machine has few addresses.
type controls struct {
	v6 bool // IPv6, which may carry IPv4 too

	mu     sync.Mutex
	locals map[string]netip.Addr // by control message
	froms  map[netip.Addr][]byte
}

const (
	// controlSize has room for struct in6_pktinfo in a control message.
	controlSize = 64
	// maxLocals bounds the caches. All of 127.0.0.0/8 is local, and more may be.
	maxLocals = 256
)

// newControls returns nil for a socket bound to one address, and where the system does not report local addresses.
func newControls(conn *net.UDPConn) *controls {
	at := conn.LocalAddr().(*net.UDPAddr).AddrPort().Addr()
	c := &controls{v6: at.Is6(), locals: map[string]netip.Addr{}, froms: map[netip.Addr][]byte{}}
	err := errors.ErrUnsupported
	switch {
	case !at.IsUnspecified():
	case c.v6:
		err = ipv6.NewPacketConn(conn).SetControlMessage(ipv6.FlagDst, true)
	default:
		err = ipv4.NewPacketConn(conn).SetControlMessage(ipv4.FlagDst, true)
	}
	if err != nil {
		return nil
	}
	return c
}

// local returns the local address in a control message, or none.
func (c *controls) local(control []byte) netip.Addr {
	c.mu.Lock()
	defer c.mu.Unlock()
	a, ok := c.locals[string(control)]
	if !ok {
		if len(c.locals) == maxLocals {
			clear(c.locals)
		}
		a = c.parse(control)
		c.locals[string(control)] = a
	}
	return a
}

func (c *controls) parse(control []byte) netip.Addr {
	var to net.IP
	if c.v6 {
		var m ipv6.ControlMessage
		m.Parse(control) // an unreadable message has no address
		to = m.Dst
	} else {
		var m ipv4.ControlMessage
		m.Parse(control)
		to = m.Dst
	}
	if a, _ := netip.AddrFromSlice(to); !a.IsMulticast() {
		return a.Unmap()
	}
	return netip.Addr{}
}

// from returns the control message that makes a datagram come from a local address, or nil.
func (c *controls) from(local netip.Addr) []byte {
	if c == nil || !local.IsValid() {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	b, ok := c.froms[local]
	if !ok {
		if len(c.froms) == maxLocals {
			clear(c.froms)
		}
		if local.Is4() { // an IPv6 socket accepts it too, for an IPv4 peer
			b = (&ipv4.ControlMessage{Src: local.AsSlice()}).Marshal()
		} else {
			b = (&ipv6.ControlMessage{Src: local.AsSlice()}).Marshal()
		}
		c.froms[local] = b
	}
	return b
}

// udpIO moves datagrams between a socket and the system. One goroutine receives, another sends.
type udpIO interface {
	// receive waits for datagrams and delivers each. It returns their number, or net.ErrClosed after stop.
	receive(deliver deliverer) (n int, err error)

	// send sends and counts a batch of up to maxBatch. A datagram that the system refuses is lost.
	send(batch []datagram)

	// sendNear sends a datagram that nearHops routers pass on, or any number where the system cannot limit that.
	sendNear(datagram)

	// stop ends receive for ever.
	stop()

	// close is called once, after stop, when no goroutine receives or sends any more.
	close()
}

// maxBatch is the number of datagrams sent or received with one call where the system can.
const maxBatch = 64

// oneByOne moves each datagram with a call, on every system.
type oneByOne struct {
	*UDPConn
	buf [maxDatagram + 1]byte // one more, so that a datagram that is too long shows
}

// oneAddress returns the udpIO of a client, which needs no local addresses.
func oneAddress(conn *net.UDPConn) udpIO { return &oneByOne{UDPConn: &UDPConn{UDPConn: conn}} }

func (c *oneByOne) receive(deliver deliverer) (int, error) {
	n, from, err := c.Receive(c.buf[:])
	if err != nil {
		return 0, err
	}
	deliver(c.buf[:n], from, time.Now())
	return 1, nil
}

func (c *oneByOne) send(batch []datagram) {
	for _, e := range batch {
		e.count(c.Send(e.bytes, e.to))
	}
}

func (c *oneByOne) sendNear(d datagram) {
	to := ipv4.NewConn(c.UDPConn.UDPConn)
	usual, err := to.TTL()
	if err == nil && to.SetTTL(nearHops) == nil {
		defer to.SetTTL(usual)
	}
	d.count(c.Send(d.bytes, d.to))
}

func (c *oneByOne) stop()  { c.Close() }
func (c *oneByOne) close() {}

// polledConn is the socket of a client that reads it only to receive. No goroutine waits for datagrams, nor is woken by
// them: in a program with thousands of clients that would be most of their cost.
type polledConn struct {
	mu      sync.Mutex
	calls   nonblocking
	closed  bool
	deliver func(b []byte)
}

// nonblocking is a connected socket with calls that never wait.
type nonblocking interface {
	// read returns false if nothing waits.
	read(b []byte) (n int, ok bool)
	write(b []byte) error
	close()
}

// newPolledConn opens a socket to peer, or fails where the system has none that can be polled. The caller must Close
// it.
func newPolledConn(peer netip.AddrPort, deliver func(b []byte)) (*polledConn, error) {
	calls, err := newNonblocking(peer)
	if err != nil {
		return nil, err
	}
	return &polledConn{calls: calls, deliver: deliver}, nil
}

// scratch is the read buffer, shared so that it stays in the processor's cache.
var scratch = sync.Pool{New: func() any { return new([maxDatagram + 1]byte) }}

// Poll delivers waiting datagrams and reports whether there were any. A nil polledConn has none.
func (k *polledConn) Poll() (some bool) {
	if k == nil {
		return false
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	b := scratch.Get().(*[maxDatagram + 1]byte)
	defer scratch.Put(b)
	for !k.closed {
		n, ok := k.calls.read(b[:])
		if !ok {
			break
		}
		k.deliver(b[:n])
		some = true
	}
	return some
}

// Post sends a datagram at once to the peer, which must be to, or drops it. It must not be called after or during
// Close.
func (k *polledConn) Post(b []byte, to UDPAddr, t *traffic) {
	datagram{to: to, bytes: b, traffic: t}.count(k.calls.write(b))
}

// Close closes the socket. It may be called once.
func (k *polledConn) Close() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.closed = true
	k.calls.close()
}
