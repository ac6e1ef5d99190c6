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

	// receive also tells by which interface, 0 if the system does not say.
	receive func(b []byte) (n, iface int, from net.Addr, err error)
	send    func(b []byte, to net.Addr) error
}

// hops is what multicast DNS is sent with (RFC 6762, section 11).
const hops = 255

func openMulticast(iface net.Interface, v4 bool) (multicast, error) {
	if v4 {
		return openMulticast4(iface)
	}
	return openMulticast6(iface)
}

// openMulticast4 and openMulticast6 have what is sent go out by the interface, and come back
// to others on this machine. What a system cannot do of it is told by nobody coming.

func openMulticast4(iface net.Interface) (multicast, error) {
	group := netip.AddrPortFrom(group4, mdnsPort)
	conn, err := net.ListenMulticastUDP("udp4", &iface, net.UDPAddrFromAddrPort(group))
	if err != nil {
		return multicast{}, err
	}
	p := ipv4.NewPacketConn(conn)
	p.SetControlMessage(ipv4.FlagInterface, true)
	p.SetMulticastInterface(&iface)
	p.SetMulticastTTL(hops)
	p.SetTTL(hops)
	p.SetMulticastLoopback(true)
	return multicast{group, conn, func(b []byte) (n, index int, from net.Addr, err error) {
		n, cm, from, err := p.ReadFrom(b)
		if cm != nil {
			index = cm.IfIndex
		}
		return n, index, from, err
	}, func(b []byte, to net.Addr) error {
		_, err := p.WriteTo(b, &ipv4.ControlMessage{IfIndex: iface.Index}, to)
		return err
	}}, nil
}

func openMulticast6(iface net.Interface) (multicast, error) {
	group := netip.AddrPortFrom(group6, mdnsPort)
	conn, err := net.ListenMulticastUDP("udp6", &iface, net.UDPAddrFromAddrPort(group))
	if err != nil {
		return multicast{}, err
	}
	p := ipv6.NewPacketConn(conn)
	p.SetControlMessage(ipv6.FlagInterface, true)
	p.SetMulticastInterface(&iface)
	p.SetMulticastHopLimit(hops)
	p.SetHopLimit(hops)
	p.SetMulticastLoopback(true)
	return multicast{group, conn, func(b []byte) (n, index int, from net.Addr, err error) {
		n, cm, from, err := p.ReadFrom(b)
		if cm != nil {
			index = cm.IfIndex
		}
		return n, index, from, err
	}, func(b []byte, to net.Addr) error {
		_, err := p.WriteTo(b, &ipv6.ControlMessage{IfIndex: iface.Index}, to)
		return err
	}}, nil
}

var errNoAddress = errors.New("expected an address of UDP")

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

// write does not care for errors: what did not go is lost, like much else.
func (m multicast) write(b []byte, to netip.AddrPort) { m.send(b, net.UDPAddrFromAddrPort(to)) }

func (m multicast) close() { m.conn.Close() }
