package gateway

import (
	"context"
	"errors"
	"io"
	"net"
	"net/netip"
	"time"

	"dogfight/net/admission"
	"dogfight/net/link"
	"dogfight/sys"
)

const (
	// sendBuffer bounds the data that the system buffers for a peer that does not read: late packets are worthless.
	sendBuffer = 64 << 10
	// closeTime is the time a connection gets to end after the last words, maxDrained the bytes discarded meanwhile.
	closeTime  = 500 * time.Millisecond
	maxDrained = 64 << 10
)

// reason removes the user's own input from an error.
func reason(err error) error {
	var op *net.OpError
	if errors.As(err, &op) && op.Addr != nil {
		return errors.New(op.Addr.String() + ": " + op.Err.Error())
	}
	return errors.New(link.Reason(err))
}

// listen opens a TCP port.
func (g *Gateway) listen(addr string) (net.Listener, error) {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, err
	}
	g.addListener(l)
	return l, nil
}

// addListener adds a listener to Addrs and Close.
func (g *Gateway) addListener(l net.Listener) {
	g.closers = append(g.closers, func() { l.Close() })
	g.addrs = append(g.addrs, l.Addr().String())
}

// openStreams listens for players of a dialect that is one stream.
func (g *Gateway) openStreams(session func(net.Conn) session) error {
	l, err := g.listen(g.spec.Addr)
	if err == nil {
		g.acceptStreams(l, session)
	}
	return err
}

func (g *Gateway) acceptStreams(l net.Listener, session func(net.Conn) session) {
	g.accept(l, func(conn net.Conn, visit *admission.Visit) { g.serveStream(conn, conn, visit, session(conn)) })
}

// accept serves every connection that admission accepts.
func (g *Gateway) accept(l net.Listener, serve func(net.Conn, *admission.Visit)) {
	l = g.admission.Patient(l, g.log)
	g.spawn(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			g.admit(conn, serve)
		}
	})
}

func (g *Gateway) admit(conn net.Conn, serve func(net.Conn, *admission.Visit)) {
	visit, err := g.admission.Enter(address(conn), func() { conn.Close() })
	if err != nil {
		conn.Close()
		return
	}
	g.running.Go(func() {
		defer sys.Recover(g.panicked(conn.RemoteAddr().String()))
		defer visit.Leave()
		defer closeGently(conn)
		if tcp, ok := conn.(*net.TCPConn); ok {
			tcp.SetWriteBuffer(sendBuffer)
		}
		serve(conn, visit)
	})
}

// reset closes the connection of a peer that does not read. After a plain close the system would keep the unread data for
// minutes.
func reset(conn net.Conn) {
	if tcp, ok := conn.(*net.TCPConn); ok {
		tcp.SetLinger(0)
	}
	conn.Close()
}

// closeGently closes a connection after the last words have arrived. Closing while bytes are unread here would make the
// peer's system discard the bytes that are unread there.
func closeGently(conn net.Conn) {
	defer conn.Close()
	if tcp, ok := conn.(*net.TCPConn); ok && tcp.CloseWrite() == nil {
		conn.SetReadDeadline(time.Now().Add(closeTime))
		io.CopyN(io.Discard, conn, maxDrained)
	}
}

// closeWhenDone closes a connection when ctx is done, until release is called. After release nothing runs.
func closeWhenDone(ctx context.Context, conn net.Conn) (release func()) {
	closed := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(closed)
		conn.Close()
	})
	return func() {
		if !stop() {
			<-closed
		}
	}
}

func address(conn net.Conn) netip.Addr {
	at, _ := netip.ParseAddrPort(conn.RemoteAddr().String())
	return at.Addr()
}
