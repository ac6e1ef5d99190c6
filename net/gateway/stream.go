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
	"dogfight/proto/dialect"
	"dogfight/sys"
)

const (
	// writeTime is how long a write may wait for a peer that does not read.
	writeTime = 2 * time.Second
	// sendBuffer bounds what the system keeps for such a peer: what is read late is old.
	sendBuffer = 64 << 10
	// closeTime is how long a connection may take to end once the last words are sent, and
	// maxDrained how much is discarded in the meantime.
	closeTime  = 500 * time.Millisecond
	maxDrained = 64 << 10
)

// reason leaves out of an error what the user wrote.
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

// addListener has Addrs list the listener, and Close close it.
func (g *Gateway) addListener(l net.Listener) {
	g.closers = append(g.closers, func() { l.Close() })
	g.addrs = append(g.addrs, l.Addr().String())
}

// openStreams listens for players of a dialect whose packets travel in one stream.
func (g *Gateway) openStreams(session func() Session) error {
	return g.openStreamsOf(func(net.Conn) Session { return session() })
}

// openStreamsOf is openStreams for sessions that have a say in how their connection is.
func (g *Gateway) openStreamsOf(session func(net.Conn) Session) error {
	l, err := g.listen(g.spec.Addr)
	if err == nil {
		g.acceptStreams(l, session)
	}
	return err
}

func (g *Gateway) acceptStreams(l net.Listener, session func(net.Conn) Session) {
	g.accept(l, func(conn net.Conn, visit *admission.Visit) { g.serve(conn, conn, visit, session(conn)) })
}

// accept serves every connection that admission lets in.
func (g *Gateway) accept(l net.Listener, serve func(net.Conn, *admission.Visit)) {
	l = g.admission.Patient(l, g.log)
	g.running.Go(func() {
		defer sys.Restore()
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			g.admit(conn, serve)
		}
	})
}

// admit serves a connection if admission lets it in.
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
		serve(conn, visit)
	})
}

// reset closes the connection of a peer that does not read. Otherwise the system would keep
// what is unread for minutes.
func reset(conn net.Conn) {
	if tcp, ok := conn.(*net.TCPConn); ok {
		tcp.SetLinger(0)
	}
	conn.Close()
}

// closeGently closes a connection so that the last words arrive: while there are bytes unread
// here, closing would make the peer's system throw away what is unread there.
func closeGently(conn net.Conn) {
	defer conn.Close()
	if tcp, ok := conn.(*net.TCPConn); ok && tcp.CloseWrite() == nil {
		conn.SetReadDeadline(time.Now().Add(closeTime))
		io.CopyN(io.Discard, conn, maxDrained)
	}
}

// closeWhenDone closes a connection when ctx is done. The caller calls release when it is
// done with the connection itself; nothing runs any more after that.
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

// panicked returns what logs a panic in the goroutine of a player.
func (g *Gateway) panicked(remote string) func(value any, stack []byte) {
	return func(value any, stack []byte) {
		g.log.Error("a session panicked", "from", remote, "panic", value, "stack", string(stack))
	}
}

func address(conn net.Conn) netip.Addr {
	at, _ := netip.ParseAddrPort(conn.RemoteAddr().String())
	return at.Addr()
}

// serve plays for the other end of a stream, which is read by r, until either leaves.
func (g *Gateway) serve(conn net.Conn, r io.Reader, visit *admission.Visit, s Session) {
	limitBuffer(conn)
	ctx, stop := context.WithCancel(g.ctx)
	defer stop()
	p := newStreamPlayer(ctx)
	p.visit = visit
	p.player = g.newPlayer(s, conn.RemoteAddr().String(), func(_ dialect.Channel, packet []byte) { p.write(conn, packet) })
	g.running.Go(func() {
		defer sys.Restore()
		p.readMain(r)
	})
	g.run(&p)
}

// limitBuffer bounds what the system keeps for a peer that does not read.
func limitBuffer(conn net.Conn) {
	if tcp, ok := conn.(*net.TCPConn); ok {
		tcp.SetWriteBuffer(sendBuffer)
	}
}
