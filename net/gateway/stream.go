package gateway

import (
	"context"
	"errors"
	"io"
	"net"
	"net/netip"
	"time"

	"dogfight/guard"
	"dogfight/net/admission"
	"dogfight/proto/dialect"
)

const (
	// patience is how long a write may wait for a peer who does not read.
	patience = 2 * time.Second
	// sendBuffer bounds what the system keeps for him: what he reads late is old.
	sendBuffer = 64 << 10
	// farewell is how long a connection may take to end once the last words are said, and
	// maxUnheard how much may come in the meantime.
	farewell   = 500 * time.Millisecond
	maxUnheard = 64 << 10
	// retry is the wait after an Accept that failed, for want of files usually.
	retry = 50 * time.Millisecond
)

// reason leaves out of an error what the user has written himself.
func reason(err error) error {
	var op *net.OpError
	if errors.As(err, &op) && op.Addr != nil {
		return errors.New(op.Addr.String() + ": " + op.Err.Error())
	}
	return err
}

// listen opens a TCP port.
func (g *Gateway) listen(addr string) (net.Listener, error) {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, err
	}
	g.keep(l)
	return l, nil
}

// keep has Close close what listens, and Addrs tell of it.
func (g *Gateway) keep(l net.Listener) {
	g.sockets = append(g.sockets, func() { l.Close() })
	g.addrs = append(g.addrs, l.Addr().String())
}

// openStreams listens for players of a dialect whose packets travel in one stream.
func (g *Gateway) openStreams(session func() Session) error {
	l, err := g.listen(g.spec.Addr)
	if err != nil {
		return err
	}
	g.accept(l, func(conn net.Conn, visit *admission.Visit) { g.serve(conn, visit, session()) })
	return nil
}

// accept has all connections that come served, as many as the limits let in.
func (g *Gateway) accept(l net.Listener, serve func(net.Conn, *admission.Visit)) {
	g.running.Go(func() {
		defer guard.Panics()
		for {
			conn, err := l.Accept()
			switch {
			case errors.Is(err, net.ErrClosed):
				return
			case err != nil:
				time.Sleep(retry)
			default:
				g.admit(conn, serve)
			}
		}
	})
}

// admit has a connection served, if it is let in.
func (g *Gateway) admit(conn net.Conn, serve func(net.Conn, *admission.Visit)) {
	visit, err := g.door.Enter(address(conn), func() { conn.Close() })
	if err != nil {
		conn.Close()
		return
	}
	g.running.Go(func() {
		defer guard.Contain(g.broke(conn.RemoteAddr().String()))
		defer visit.Leave()
		defer part(conn)
		serve(conn, visit)
	})
}

// abandon closes the connection of a peer who does not read. Otherwise the system would
// keep for minutes what he has not read.
func abandon(conn net.Conn) {
	if tcp, ok := conn.(*net.TCPConn); ok {
		tcp.SetLinger(0)
	}
	conn.Close()
}

// part closes a connection so that the last words arrive: while there are bytes unread,
// closing would make the system of the peer throw away what he has not read either.
func part(conn net.Conn) {
	defer conn.Close()
	if tcp, ok := conn.(*net.TCPConn); ok && tcp.CloseWrite() == nil {
		conn.SetReadDeadline(time.Now().Add(farewell))
		io.CopyN(io.Discard, conn, maxUnheard)
	}
}

// broke returns what notes a panic in the goroutine of a player.
func (g *Gateway) broke(remote string) func(value any, stack []byte) {
	return func(value any, stack []byte) {
		g.log.Error("a session broke", "from", remote, "panic", value, "stack", string(stack))
	}
}

func address(conn net.Conn) netip.Addr {
	at, _ := netip.ParseAddrPort(conn.RemoteAddr().String())
	return at.Addr()
}

// serve plays for whoever is at the other end of a stream until either leaves.
func (g *Gateway) serve(conn net.Conn, visit *admission.Visit, s Session) {
	shorten(conn)
	ctx, stop := context.WithCancel(g.ctx)
	defer stop()
	l := newLife(ctx)
	l.visit = visit
	l.player = g.newPlayer(s, conn.RemoteAddr().String(), func(_ dialect.Channel, p []byte) { l.write(conn, p) })
	g.running.Go(func() {
		defer guard.Panics()
		l.readAll(conn)
	})
	g.live(&l)
}

// shorten bounds what the system keeps for a peer who does not read.
func shorten(conn net.Conn) {
	if tcp, ok := conn.(*net.TCPConn); ok {
		tcp.SetWriteBuffer(sendBuffer)
	}
}
