package enet

import (
	"context"
	"fmt"
	"net"
	"net/netip"

	"dogfight/net/link"
)

// Listener takes connections from clients of ENet.
type Listener struct{ socket *socket }

// Listen takes connections at a UDP address, "host:port". The caller must Close the
// Listener, which is what waits for its two goroutines.
func Listen(addr string, l Limits) (*Listener, error) {
	conn, err := new(net.ListenConfig).ListenPacket(context.Background(), "udp", addr)
	if err != nil {
		return nil, fmt.Errorf("cannot listen at %s: %w", addr, err)
	}
	return ListenOn(link.NewUDPConn(conn.(*net.UDPConn)), l), nil
}

// ListenOn is Listen on a socket that is open, which the Listener closes.
func ListenOn(conn PacketConn, l Limits) *Listener { return &Listener{newSocket(conn, l)} }

// Addr is where the Listener listens, with the port chosen for port 0.
func (l *Listener) Addr() netip.AddrPort { return l.socket.udp.LocalAddr().(*net.UDPAddr).AddrPort() }

// Accept waits for the next connection, which may have ended again. After Close it
// returns net.ErrClosed.
func (l *Listener) Accept() (*Conn, error) {
	select {
	case c := <-l.socket.met:
		return c, nil
	case <-l.socket.closed:
		return nil, net.ErrClosed
	}
}

// Close ends listening and all connections, and waits for the goroutines of the
// Listener. Peers are told once, and may not hear of it. Closing again does nothing.
func (l *Listener) Close() {
	l.socket.mu.Lock()
	for p := range l.socket.conns {
		l.socket.host.DisconnectNow(p, 0)
	}
	l.socket.mu.Unlock()
	l.socket.close()
}
