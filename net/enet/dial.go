package enet

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
)

// Dial connects to the host at addr, "host:port", and tells it data. It waits until
// the host has answered, or ctx is done. The caller must Close the connection, which
// is what waits for its two goroutines.
func Dial(ctx context.Context, addr string, data uint32, l Limits) (*Conn, error) {
	to, err := resolve(ctx, addr)
	if err != nil {
		return nil, fmt.Errorf("cannot find %s: %w", addr, err)
	}
	network := "udp6"
	if to.Addr().Is4() {
		network = "udp4"
	}
	conn, err := new(net.ListenConfig).ListenPacket(ctx, network, ":0")
	if err != nil {
		return nil, fmt.Errorf("cannot reach %s: %w", addr, err)
	}
	c, err := DialOn(ctx, conn.(*net.UDPConn), to, data, l)
	if err != nil {
		return nil, fmt.Errorf("cannot connect to %s: %w", addr, err)
	}
	return c, nil
}

// DialOn is Dial on a socket that is open, which the connection closes.
func DialOn(ctx context.Context, conn PacketConn, to netip.AddrPort, data uint32, l Limits) (*Conn, error) {
	l.Peers = 0
	s := newSocket(conn, l)
	c, err := s.dial(to, data)
	if err == nil {
		err = c.await(ctx)
	}
	if err != nil {
		s.close()
		return nil, err
	}
	return c, nil
}

// resolve returns the first address of that name.
func resolve(ctx context.Context, addr string) (netip.AddrPort, error) {
	name, service, err := net.SplitHostPort(addr)
	if err != nil {
		return netip.AddrPort{}, err
	}
	port, err := net.DefaultResolver.LookupPort(ctx, "udp", service)
	if err != nil {
		return netip.AddrPort{}, err
	}
	ips, err := net.DefaultResolver.LookupNetIP(ctx, "ip", name)
	if err != nil {
		return netip.AddrPort{}, err
	}
	return netip.AddrPortFrom(ips[0].Unmap(), uint16(port)), nil
}

func (s *socket) dial(to netip.AddrPort, data uint32) (*Conn, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, err := s.host.Connect(to, data)
	if err != nil {
		return nil, err
	}
	c := newConn(s, p)
	c.dialled = true
	s.conns[p] = c
	s.poke()
	return c, nil
}

// await waits until c is connected.
func (c *Conn) await(ctx context.Context) error {
	select {
	case <-c.open:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-c.done:
	}
	if end := c.Err().(*EndError); end.Why == Left {
		return fmt.Errorf("it refuses (%d)", end.Data)
	}
	return errors.New("no answer")
}
