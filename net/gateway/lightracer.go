package gateway

import (
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"net"
	"slices"
	"strconv"
	"sync"
	"time"

	"dogfight/guard"
	"dogfight/net/admission"
	"dogfight/proto/dialect"
	"dogfight/proto/dialect/lightracer"
)

// track has the two ports of the Light Racer, and its racers.
type track struct {
	*Gateway
	dataPort uint16
	datagram *net.UDPConn

	mu     sync.Mutex
	racers map[int32]*racer // by token
	joined []*racer         // those that want a ship, in the order in which they said so
}

// tokenTime is how long a data connection may take to say whose it is.
const tokenTime = 5 * time.Second

// openLightRacer listens on a control port, and for data on the port after it; on
// any two if the first may be any.
func (g *Gateway) openLightRacer() error {
	control, err := g.listen(g.spec.Addr)
	if err != nil {
		return err
	}
	host, port, _ := net.SplitHostPort(g.spec.Addr)
	if n, _ := strconv.Atoi(port); n != 0 {
		port = strconv.Itoa(n + 1)
	}
	data, datagram, err := g.listenTwice(net.JoinHostPort(host, port))
	if err != nil {
		return err
	}
	t := &track{
		Gateway: g, dataPort: uint16(data.Addr().(*net.TCPAddr).Port), datagram: datagram, racers: map[int32]*racer{},
	}
	g.accept(control, t.race)
	g.accept(data, t.attach)
	g.running.Go(func() {
		defer guard.Panics()
		t.hearDatagrams()
	})
	return nil
}

// listenTwice listens for streams and, at the port of the same number, for datagrams. If
// any will do, it looks for one that is free for both.
func (g *Gateway) listenTwice(addr string) (net.Listener, *net.UDPConn, error) {
	_, port, _ := net.SplitHostPort(addr)
	for tries := 0; ; tries++ {
		stream, err := net.Listen("tcp", addr)
		if err != nil {
			return nil, nil, err
		}
		at := stream.Addr().(*net.TCPAddr).AddrPort()
		datagram, err := net.ListenUDP("udp", net.UDPAddrFromAddrPort(at))
		if err == nil {
			g.keep(stream)
			g.sockets = append(g.sockets, func() { datagram.Close() })
			return stream, datagram, nil
		}
		stream.Close()
		if port != "0" || tries == portTries {
			return nil, nil, err
		}
	}
}

// portTries is how often a port may be free for streams alone.
const portTries = 20

// race plays for whoever is at the other end of a control connection.
func (t *track) race(conn net.Conn, visit *admission.Visit) {
	shorten(conn)
	ctx, stop := context.WithCancel(t.ctx)
	defer stop()
	r := &racer{track: t, control: conn, life: newLife(ctx)}
	r.visit = visit
	r.player = t.newPlayer(nil, conn.RemoteAddr().String(), r.send)
	t.enter(r)
	defer t.lose(r)
	t.running.Go(func() {
		defer guard.Panics()
		r.readAll(conn)
	})
	t.live(&r.life)
}

// enter gives a racer a token and a session.
func (t *track) enter(r *racer) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for r.token == 0 || t.racers[r.token] != nil {
		r.token = int32(rand.Uint32())
	}
	t.racers[r.token] = r
	r.session = lightracer.NewSession(lightracer.Config{Token: r.token, DataPort: t.dataPort, Set: t.conf.Set})
	r.player.session = leading{r.session, r}
}

func (t *track) lose(r *racer) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.racers, r.token)
	t.joined = slices.DeleteFunc(t.joined, func(other *racer) bool { return other == r })
}

// leads reports whether a racer, who has joined, was the first of those who are there.
func (t *track) leads(r *racer) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !slices.Contains(t.joined, r) {
		t.joined = append(t.joined, r)
	}
	return t.joined[0] == r
}

// of returns whose token it is, or nil.
func (t *track) of(token []byte) *racer {
	t.mu.Lock()
	defer t.mu.Unlock()
	n, err := lightracer.ParseToken(token)
	if err != nil {
		return nil
	}
	return t.racers[n]
}

// attach gives a data connection to the racer whose token it says.
func (t *track) attach(conn net.Conn, visit *admission.Visit) {
	shorten(conn)
	defer context.AfterFunc(t.ctx, func() { conn.Close() })()
	token := make([]byte, lightracer.TokenSize)
	conn.SetReadDeadline(time.Now().Add(tokenTime))
	if _, err := io.ReadFull(conn, token); err != nil {
		return
	}
	conn.SetReadDeadline(time.Time{})
	r := t.of(token)
	if r == nil {
		return
	}
	visit.Settle()
	defer context.AfterFunc(r.ctx, func() { conn.Close() })() // he may leave before he takes it
	if r.hand(piece{do: func() { r.open(conn) }}) {
		r.read(conn, dialect.Data)
		r.hand(piece{do: func() { r.shut(conn) }})
	}
}

// hearDatagrams takes tokens, and inputs behind them. The sender must be where the
// racer's control connection comes from: nobody has updates sent to somebody else.
func (t *track) hearDatagrams() {
	for buf := make([]byte, longest); ; {
		n, from, err := t.datagram.ReadFromUDPAddrPort(buf)
		if t.ctx.Err() != nil {
			return
		}
		if err != nil {
			time.Sleep(rest)
		}
		if n < lightracer.TokenSize {
			continue
		}
		r := t.of(buf[:lightracer.TokenSize])
		if r == nil || from.Addr().Unmap() != address(r.control).Unmap() {
			continue
		}
		r.offer(piece{channel: dialect.Data, bytes: bytes.Clone(buf[lightracer.TokenSize:n]), do: func() { r.openDatagrams(from) }})
	}
}
