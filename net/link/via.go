package link

import (
	"context"
	"crypto/tls"
	"net"
	"net/netip"

	"dogfight/net/relay"
)

// splicedConn is a stream that a relay has spliced with another. It passes for one of the other end's address.
type splicedConn struct {
	net.Conn
	from netip.AddrPort
	via  relay.Via
}

func (c splicedConn) RemoteAddr() net.Addr { return net.TCPAddrFromAddrPort(c.from) }

// CloseWrite ends writing, if the stream below can.
func (c splicedConn) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

// Take takes a client's stream that a relay has spliced, as if the client had connected from an address: limits and bans
// count that. The relay must be trusted with it. Take owns conn and does not block.
func (l *Listener) Take(conn net.Conn, from netip.AddrPort, via relay.Via) {
	prepare(conn)
	l.taking.Lock()
	defer l.taking.Unlock()
	if l.ctx.Err() != nil {
		conn.Close()
		return
	}
	l.admit(splicedConn{conn, from, via})
}

// DialVia returns a link at once, and connects it in the background over the stream that open returns. name is the host's in
// messages. trust refuses a host's certificate (DER) with an error for users; it is called before the link presents the
// certificate self, which may be nil. ctx bounds connecting. Err returns an error of open as it is.
func DialVia(ctx context.Context, open func(context.Context) (net.Conn, relay.Via, error), name string, trust func(cert []byte) error, self *tls.Certificate) Link {
	return dialVia(ctx, open, name, trust, self, thisMachine)
}

func dialVia(ctx context.Context, open opens, name string, trust func(cert []byte) error, self *tls.Certificate, at machine) Link {
	ctx, cancel := context.WithCancel(ctx)
	s := newStream(name, MaxControl, cancel)
	s.machine = at
	s.dialled, s.wantsUDP, s.viaRelay, s.self = true, true, true, self
	s.start(func() {
		defer cancel()
		conn, err := s.openVia(ctx, open, trust)
		if err != nil {
			s.fail(err)
			return
		}
		if secure := newTLSTransport(conn); s.attach(secure) {
			s.run(secure)
		}
	})
	return s
}

// opens opens a stream to a host by a relay.
type opens = func(context.Context) (net.Conn, relay.Via, error)

// openVia opens the stream and shakes hands with the host.
func (s *stream) openVia(ctx context.Context, open opens, trust func(cert []byte) error) (*tls.Conn, error) {
	raw, via, err := open(ctx)
	if err != nil {
		return nil, err
	}
	s.via = via
	prepare(raw)
	ctx, cancel := context.WithTimeout(ctx, dialTimeout)
	defer cancel()
	conn, err := clientHandshake(ctx, raw, s.remote, overRelay(clientConfig(trust)), s.self)
	if err != nil {
		raw.Close()
		return nil, noHandshake(s.remote, err)
	}
	return conn, nil
}
