package gateway

import (
	"errors"
	"net"
	"net/netip"
	"slices"

	"dogfight/net/link"
)

// dataPortTries is how often a port may be free for streams alone, or given to another.
const dataPortTries = 20

// listenForData listens for data on the port after the control port or, where that is taken or
// given to another, on any other.
func (g *Gateway) listenForData(control netip.AddrPort) (stream *net.TCPListener, socket *link.UDPConn, err error) {
	next := control.Port() + 1 // 0, which is any, after the highest
	for range dataPortTries {
		if stream, socket, err = g.listenTwice(netip.AddrPortFrom(control.Addr(), next)); err == nil {
			g.addListener(stream)
			g.closers = append(g.closers, func() { socket.Close() })
			return stream, socket, nil
		}
		next = 0
	}
	return nil, nil, err
}

var errGiven = errors.New("the port is another dialect's")

// listenTwice listens at an address for streams and, at the same port, for datagrams.
func (g *Gateway) listenTwice(at netip.AddrPort) (*net.TCPListener, *link.UDPConn, error) {
	stream, err := net.ListenTCP("tcp", net.TCPAddrFromAddrPort(at))
	if err != nil {
		return nil, nil, err
	}
	at = stream.Addr().(*net.TCPAddr).AddrPort()
	if slices.Contains(g.conf.given, at.Port()) {
		stream.Close()
		return nil, nil, errGiven
	}
	socket, err := net.ListenUDP("udp", net.UDPAddrFromAddrPort(at))
	if err != nil {
		stream.Close()
		return nil, nil, err
	}
	return stream, link.NewUDPConn(socket), nil
}
