package link

import (
	"errors"
	"net"
	"net/netip"
	"sync"
	"syscall"

	"golang.org/x/net/ipv4"
	"golang.org/x/net/ipv6"
)

// Addr is the address of a peer, and the local address to which the peer sends. Answers
// have to come from there: on a machine with several addresses the system would often
// choose another, and a peer ignores what comes from an address that it did not ask.
type UDPAddr struct {
	netip.AddrPort
	Local netip.Addr // none: the system chooses
}

// Conn is a UDP socket. One goroutine receives, any may send. Those of clients are made
// without NewConn: they have one peer each, and no need of local addresses.
type UDPConn struct {
	*net.UDPConn
	controls *controls // nil: datagrams have no local address
	room     [controlSize]byte
}

// NewConn returns a Conn that takes over a socket. One that is bound to all addresses
// learns the local address of each datagram where the system can tell (not on Windows).
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

// Send sends a datagram from the local address of a peer.
func (c *UDPConn) Send(b []byte, to UDPAddr) error {
	if control := c.controls.from(to.Local); control != nil {
		if _, _, err := c.WriteMsgUDPAddrPort(b, control, to.AddrPort); !isNoSource(err) {
			return err
		}
	}
	_, err := c.WriteToUDPAddrPort(b, to.AddrPort)
	return err
}

// isNoSource reports whether an error may be that a local address is none to send from: it
// is one of a broadcast, or the machine has it no more.
func isNoSource(err error) bool {
	return errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.EADDRNOTAVAIL) || errors.Is(err, syscall.ENETUNREACH)
}

// controls translates between local addresses and control messages. It keeps both, so that
// a datagram costs no allocation: a machine has few addresses.
type controls struct {
	v6 bool // the socket is one of IPv6, which may carry IPv4 too

	mu     sync.Mutex
	locals map[string]netip.Addr // by control message
	froms  map[netip.Addr][]byte
}

const (
	// controlSize has room for struct in6_pktinfo in a control message.
	controlSize = 64
	// maxLocals are kept. All of 127.0.0.0/8 is local, and may be more.
	maxLocals = 256
)

// newControls returns nil for a socket that is bound to an address, which is the only one
// it sends from, and where the system does not tell local addresses.
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
		m.Parse(control) // what cannot be parsed has no address
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
		if local.Is4() { // a socket of IPv6 takes it too, for a peer of IPv4
			b = (&ipv4.ControlMessage{Src: local.AsSlice()}).Marshal()
		} else {
			b = (&ipv6.ControlMessage{Src: local.AsSlice()}).Marshal()
		}
		c.froms[local] = b
	}
	return b
}
