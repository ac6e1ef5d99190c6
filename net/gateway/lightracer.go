package gateway

import (
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"net"
	"net/netip"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"dogfight/guard"
	"dogfight/proto/dialect"
	"dogfight/proto/dialect/lightracer"
)

// track has the two ports of the Light Racer, and its racers.
type track struct {
	*Gateway
	dataPort uint16
	datagram *net.UDPConn
	leader   atomic.Pointer[racer] // who may change the settings

	mu     sync.Mutex
	racers map[int32]*racer // by token
}

// racer is a player with a control connection and, after a while, one for data.
type racer struct {
	life
	*track
	session *lightracer.Session
	token   int32
	control net.Conn
	stream  net.Conn       // nil: none yet, or datagrams
	address netip.AddrPort // where he wants datagrams
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
	data, err := g.listen(net.JoinHostPort(host, port))
	if err != nil {
		return err
	}
	at := data.Addr().(*net.TCPAddr)
	t := &track{Gateway: g, dataPort: uint16(at.Port), racers: map[int32]*racer{}}
	if t.datagram, err = net.ListenUDP("udp", net.UDPAddrFromAddrPort(at.AddrPort())); err != nil {
		return err
	}
	g.sockets = append(g.sockets, func() { t.datagram.Close() })
	g.accept(control, t.race)
	g.accept(data, t.attach)
	g.running.Go(func() {
		defer guard.Panics()
		t.hearDatagrams()
	})
	return nil
}

// race plays for whoever is at the other end of a control connection.
func (t *track) race(conn net.Conn) {
	shorten(conn)
	ctx, stop := context.WithCancel(t.ctx)
	defer stop()
	r := &racer{track: t, control: conn, life: newLife(ctx)}
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
	t.leader.CompareAndSwap(r, nil)
	if r.stream != nil {
		r.stream.Close()
	}
}

// leading is a session that is told whether its player leads: the first who has
// joined of those who are there.
type leading struct {
	*lightracer.Session
	racer *racer
}

func (l leading) Tick(s *dialect.Scene, send dialect.Send) error {
	if l.Wish().Presence != dialect.Absent {
		l.racer.leader.CompareAndSwap(nil, l.racer)
	}
	s.Leads = l.racer.leader.Load() == l.racer
	return l.Session.Tick(s, send)
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
func (t *track) attach(conn net.Conn) {
	shorten(conn)
	defer context.AfterFunc(t.ctx, func() { conn.Close() })()
	token := make([]byte, lightracer.TokenSize)
	conn.SetReadDeadline(time.Now().Add(tokenTime))
	if _, err := io.ReadFull(conn, token); err != nil {
		return
	}
	conn.SetReadDeadline(time.Time{})
	r := t.of(token)
	if r != nil && r.hand(piece{do: func() { r.open(conn) }}) {
		r.read(conn, dialect.Data)
		r.hand(piece{do: func() { r.shut(conn) }})
	}
}

// open sends the updates over a connection from now on.
func (r *racer) open(conn net.Conn) {
	if r.stream != nil {
		r.stream.Close()
	}
	r.stream = conn
	r.session.DataOpen()
}

// shut forgets a connection that has ended.
func (r *racer) shut(conn net.Conn) {
	if r.stream == conn {
		r.stream = nil
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
		if err != nil || n < lightracer.TokenSize {
			continue
		}
		r := t.of(buf[:lightracer.TokenSize])
		if r == nil || from.Addr().Unmap() != address(r.control).Unmap() {
			continue
		}
		r.offer(piece{channel: dialect.Data, bytes: bytes.Clone(buf[lightracer.TokenSize:n]), do: func() { r.openDatagrams(from) }})
	}
}

func (r *racer) openDatagrams(from netip.AddrPort) {
	if r.address != from {
		r.address = from
		r.session.DataOpenDatagrams()
	}
}

// send is the racer's dialect.Send.
func (r *racer) send(ch dialect.Channel, p []byte) {
	switch {
	case ch == dialect.Main:
		r.write(r.control, p)
	case r.address.IsValid():
		r.datagram.WriteToUDPAddrPort(p, r.address)
	case r.stream != nil:
		r.write(r.stream, p)
	}
}
