package lan

import (
	"errors"
	"net"
	"net/netip"
	"time"

	"golang.org/x/net/ipv4"
	"golang.org/x/net/ipv6"
)

// multicast is a socket for multicast DNS on one interface, by one family of addresses.
type multicast struct {
	group netip.AddrPort
	conn  *net.UDPConn

	// receive also returns the interface, 0 if the system does not report it.
	receive func(b []byte) (n, iface int, from net.Addr, err error)
	send    func(b []byte, to net.Addr) error
}

// hops is the hop limit of multicast DNS (RFC 6762, section 11).
const hops = 255

// openMulticast opens a socket that sends on the interface, and also to other programs on this machine. On a system
// that lacks one of the options, no datagrams arrive.
func openMulticast(iface net.Interface, v4 bool) (multicast, error) {
	name, group := "udp6", netip.AddrPortFrom(group6, mdnsPort)
	if v4 {
		name, group = "udp4", netip.AddrPortFrom(group4, mdnsPort)
	}
	conn, err := net.ListenMulticastUDP(name, &iface, net.UDPAddrFromAddrPort(group))
	if err != nil {
		return multicast{}, err
	}
	m := multicast{group: group, conn: conn}
	if v4 {
		p := ipv4.NewPacketConn(conn)
		p.SetControlMessage(ipv4.FlagInterface, true)
		p.SetMulticastTTL(hops)
		p.SetTTL(hops)
		over(&m, p, &iface, func(cm *ipv4.ControlMessage) *int { return &cm.IfIndex })
	} else {
		p := ipv6.NewPacketConn(conn)
		p.SetControlMessage(ipv6.FlagInterface, true)
		p.SetMulticastHopLimit(hops)
		p.SetHopLimit(hops)
		over(&m, p, &iface, func(cm *ipv6.ControlMessage) *int { return &cm.IfIndex })
	}
	return m, nil
}

// packetConn is common to the PacketConns of ipv4 and ipv6, which have different control messages.
type packetConn[ControlMessage any] interface {
	ReadFrom(b []byte) (int, *ControlMessage, net.Addr, error)
	WriteTo(b []byte, cm *ControlMessage, to net.Addr) (int, error)
	SetMulticastInterface(*net.Interface) error
	SetMulticastLoopback(bool) error
}

// over makes m receive and send over p. index returns the interface field of a control message.
func over[ControlMessage any](m *multicast, p packetConn[ControlMessage], iface *net.Interface, index func(*ControlMessage) *int) {
	p.SetMulticastInterface(iface)
	p.SetMulticastLoopback(true)
	m.receive = func(b []byte) (n, iface int, from net.Addr, err error) {
		n, cm, from, err := p.ReadFrom(b)
		if cm != nil {
			iface = *index(cm)
		}
		return n, iface, from, err
	}
	outgoing := new(ControlMessage)
	*index(outgoing) = iface.Index
	m.send = func(b []byte, to net.Addr) error {
		_, err := p.WriteTo(b, outgoing, to)
		return err
	}
}

var errNoAddress = errors.New("not an address of UDP")

// read waits for a datagram, until a time if that is not zero.
func (m multicast) read(b []byte, until time.Time) (n, iface int, from netip.AddrPort, err error) {
	m.conn.SetReadDeadline(until)
	n, iface, addr, err := m.receive(b)
	if err != nil {
		return 0, 0, from, err
	}
	udp, ok := addr.(*net.UDPAddr)
	if !ok {
		return 0, 0, from, errNoAddress
	}
	return n, iface, udp.AddrPort(), nil
}

// write ignores errors: packets get lost anyway.
func (m multicast) write(b []byte, to netip.AddrPort) { m.send(b, net.UDPAddrFromAddrPort(to)) }

func (m multicast) close() { m.conn.Close() }
