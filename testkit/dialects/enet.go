package dialects

import (
	"context"
	"net"
	"net/netip"
	"time"

	"dogfight/net/enet"
	"dogfight/net/link"
)

// NewSocket returns a socket for clients on a UDP socket, which it closes.
func NewSocket(conn enet.PacketConn, l enet.Limits) *enet.Listener {
	l.Peers = 0
	return enet.ListenOn(conn, l)
}

// Conn is a connection to a host, and its own socket.
type Conn struct {
	*enet.Conn
	socket *enet.Listener
}

// Dial connects to the host at addr, "address:port", with data. It waits until the host has answered, or ctx is done.
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
	return &Conn{c, s}, nil
}

// Close ends the connection after all packets are sent, and its socket. It waits for a second at most.
func (c *Conn) Close(data uint32) {
	c.Conn.Close(data)
	select {
	case <-c.Done():
	case <-time.After(time.Second):
	}
	c.socket.Close()
}
