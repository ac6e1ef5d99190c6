package gateway

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"net/netip"
	"os"
	"slices"
	"sync"
	"time"

	"dogfight/net/admission"
	"dogfight/net/link"
	"dogfight/proto/dialect"
	"dogfight/proto/dialect/lightracer"
)

const (
	// tokenTime is the time a data connection has to send its token.
	tokenTime = 5 * time.Second
	// datagramTime is how long datagrams go to an address that sends none itself.
	datagramTime = 5 * time.Second
	// dataPortTries is how often a chosen port may be free for TCP alone, or belong to another dialect.
	dataPortTries = 20
)

// raceServer has the two ports of Light Racer, and its racers.
type raceServer struct {
	*Gateway
	dataPort uint16
	socket   *link.UDPConn // for data

	mu     sync.Mutex
	racers map[int32]*racer // by token
	joined []*racer         // in the order of their requests for a ship
}

// openLightRacer listens on a control port and on a data port.
func (g *Gateway) openLightRacer() error {
	control, err := g.listen(g.spec.Addr)
	if err != nil {
		return err
	}
	data, socket, err := g.listenForData(control.Addr().(*net.TCPAddr).AddrPort())
	if err != nil {
		return err
	}
	s := &raceServer{
		Gateway: g, dataPort: uint16(data.Addr().(*net.TCPAddr).Port), socket: socket, racers: map[int32]*racer{},
	}
	g.accept(control, s.race)
	g.accept(data, s.attach)
	g.spawn(s.readDatagrams)
	return nil
}

// listenForData listens for data on the port after the control port or, if that is taken, on any other.
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

var errTaken = errors.New("the port is another dialect's")

// listenTwice listens at an address for TCP and, at the same port, for UDP.
func (g *Gateway) listenTwice(at netip.AddrPort) (*net.TCPListener, *link.UDPConn, error) {
	stream, err := net.ListenTCP("tcp", net.TCPAddrFromAddrPort(at))
	if err != nil {
		return nil, nil, err
	}
	at = stream.Addr().(*net.TCPAddr).AddrPort()
	if slices.Contains(g.conf.taken, at.Port()) {
		stream.Close()
		return nil, nil, errTaken
	}
	socket, err := net.ListenUDP("udp", net.UDPAddrFromAddrPort(at))
	if err != nil {
		stream.Close()
		return nil, nil, err
	}
	return stream, link.NewUDPConn(socket), nil
}

// race plays for the peer of a control connection.
func (s *raceServer) race(conn net.Conn, visit *admission.Visit) {
	r := &racer{raceServer: s, control: stream{conn, conn}}
	r.connPlayer = s.newConnPlayer(r, nil, visit, conn.RemoteAddr().String())
	s.add(r)
	defer s.remove(r)
	s.run(r.connPlayer)
}

// add gives a racer a token and a session.
func (s *raceServer) add(r *racer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for r.token == 0 || s.racers[r.token] != nil {
		r.token = int32(rand.Uint32())
	}
	s.racers[r.token] = r
	r.session = lightracer.NewSession(lightracer.Config{Token: r.token, DataPort: s.dataPort, Set: s.conf.Set})
	r.player.session = leaderSession{r.session, r}
}

func (s *raceServer) remove(r *racer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.racers, r.token)
	s.joined = slices.DeleteFunc(s.joined, func(other *racer) bool { return other == r })
}

// leads reports whether a racer that has joined was the first to join of those present.
func (s *raceServer) leads(r *racer) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !slices.Contains(s.joined, r) {
		s.joined = append(s.joined, r)
	}
	return s.joined[0] == r
}

// byToken returns the racer with a token, or nil.
func (s *raceServer) byToken(token []byte) *racer {
	s.mu.Lock()
	defer s.mu.Unlock()
	n, err := lightracer.ParseToken(token)
	if err != nil {
		return nil
	}
	return s.racers[n]
}

// attach reads the token of a data connection and gives it to its racer.
func (s *raceServer) attach(conn net.Conn, visit *admission.Visit) {
	defer closeWhenDone(s.ctx, conn)()
	token := make([]byte, lightracer.TokenSize)
	conn.SetReadDeadline(time.Now().Add(tokenTime))
	if _, err := io.ReadFull(conn, token); err != nil {
		return
	}
	conn.SetReadDeadline(time.Time{})
	r := s.byToken(token)
	if r == nil {
		return
	}
	visit.Settle()
	defer closeWhenDone(r.ctx, conn)() // the racer may leave before it handles the event
	if r.post(event{do: func() { r.openData(conn) }}) {
		r.connPlayer.receive(conn, dialect.Data)
		r.post(event{do: func() { r.closeData(conn) }})
	}
}

// readDatagrams reads tokens, each followed by input or nothing. The sender must have the address of the racer's control
// connection, so that updates go to no other address.
func (s *raceServer) readDatagrams() {
	for buf := make([]byte, datagramSize); ; {
		n, from, err := s.socket.Receive(buf)
		if s.ctx.Err() != nil {
			return
		}
		if err != nil {
			time.Sleep(readPause)
		}
		if n < lightracer.TokenSize {
			continue
		}
		r := s.byToken(buf[:lightracer.TokenSize])
		if r == nil || from.Addr().Unmap() != address(r.control).Unmap() {
			continue
		}
		r.tryPost(event{channel: dialect.Data, bytes: bytes.Clone(buf[lightracer.TokenSize:n]), do: func() { r.openDatagrams(from) }})
	}
}

// racer is a player and its transport: a control connection and, later, a connection or an address for data.
type racer struct {
	*connPlayer
	*raceServer
	session *lightracer.Session
	token   int32
	control stream
	data    net.Conn     // nil: none yet, or datagrams
	address link.UDPAddr // datagrams go here
	wanted  time.Time    // time of the racer's latest datagram
}

// openData sends updates over a connection from now on.
func (r *racer) openData(conn net.Conn) {
	if r.data != nil {
		r.data.Close()
	}
	r.data = conn
	r.session.DataOpen()
}

// closeData forgets a connection that has ended.
func (r *racer) closeData(conn net.Conn) {
	if r.data == conn {
		r.data = nil
	}
}

// openDatagrams sends updates as datagrams for datagramTime. The address received the token over the control connection,
// so it is the racer's; the port may belong to another user of the address, as the dialect cannot prove it.
func (r *racer) openDatagrams(from link.UDPAddr) {
	r.wanted = time.Now()
	if r.address != from {
		r.address = from
		r.session.DataOpenDatagrams()
	}
}

func (r *racer) receive(p *connPlayer) error { return r.control.receive(p) }

func (r *racer) send(ch dialect.Channel, p []byte) (int, error) {
	switch {
	case ch == dialect.Main:
		return r.control.send(ch, p)
	case r.address.IsValid() && time.Since(r.wanted) > datagramTime:
	case r.address.IsValid():
		r.socket.Send(p, r.address)
	case r.data != nil:
		r.data.SetWriteDeadline(time.Now().Add(writeTime))
		if _, err := r.data.Write(p); errors.Is(err, os.ErrDeadlineExceeded) {
			reset(r.data)
			return 0, err
		} // after any other error the racer may open another connection
	}
	return 0, nil
}

// leaderSession is a session that knows whether its player leads the others.
type leaderSession struct {
	*lightracer.Session
	racer *racer
}

func (l leaderSession) Tick(s *dialect.Scene, send dialect.Send) error {
	s.Leads = l.Intent().Presence != dialect.Absent && l.racer.leads(l.racer)
	return l.Session.Tick(s, send)
}
