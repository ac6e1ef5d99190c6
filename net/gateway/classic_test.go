package gateway

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/game"
	dogfightnet "dogfight/net"
	"dogfight/proto/dialect/dogfight"
)

// network is between a host and an imitation of the original client.
type network struct {
	name            string
	window, segment int
	late            time.Duration // at most, of each segment
	shows           int           // ships, at most
}

var networks = []network{
	{"a loopback", 64 << 10, 64 << 10, 0, 10},
	{"a window of a state and a half", 1536, 1448, 50 * time.Millisecond, 10},
	{"the internet", 64 << 10, 1448, 300 * time.Millisecond, 10},
	{"a window of one state", 1024, 1448, 10 * time.Millisecond, 10},
	{"a window between two states and three", 3000, 1024, 100 * time.Millisecond, 10},
	{"short segments", 8 << 10, 524, 100 * time.Millisecond, 5},
}

// moods returns the extra delays of a client's frames. Its mood changes every few seconds.
func moods(chance *rand.Rand) func() time.Duration {
	upTo := func(d time.Duration) time.Duration { return time.Duration(chance.Int64N(int64(d))) }
	mood, changes := 0, time.Time{}
	return func() time.Duration {
		if time.Now().After(changes) {
			mood, changes = chance.IntN(4), time.Now().Add(upTo(10*time.Second))
		}
		switch {
		case mood == 1:
			return upTo(500 * time.Millisecond)
		case mood == 2 && chance.IntN(30) == 0:
			return 500 * time.Millisecond
		case mood == 3:
			return upTo(40 * time.Millisecond) // about as fast as states arrive
		}
		return 0
	}
}

// TestTheOriginalClientSurvivesAnyPaceOfReading lasts ten minutes of virtual time with -long.
func TestTheOriginalClientSurvivesAnyPaceOfReading(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of play on many networks; runs without -short")
	}
	t.Parallel()
	lasts := 10 * time.Second
	if *long {
		lasts = 10 * time.Minute
	}
	for _, c := range []struct{ ships, guests int }{{3, 0}, {5, 4}, {8, 0}, {16, 0}, {64, 0}} {
		t.Run(fmt.Sprintf("%d ships and %d that join and leave", c.ships, c.guests), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { originalsPlay(t, c.ships, c.guests, lasts) })
		})
	}
}

// originalsPlay plays a match of that many ships, with an original client for each network, and guests that join and leave.
func originalsPlay(t *testing.T, ships, guests int, lasts time.Duration) {
	setup := duelSetup(t)
	setup.TimeLimit = min(game.Tick(lasts/tickTime)/4, 60*game.TickRate) // one match follows another
	options := dogfightnet.MatchOptions{Bots: max(ships-len(networks), 0), Skill: 4}
	r := newRig(t, dogfightnet.HostConfig{HostOptions: dogfightnet.HostOptions{PerAddress: game.MaxShips}}, dogfightnet.FixedMatch(setup, options, 0))
	g := newGateway(Spec{Dialect: "dogfight"}, Config{Dial: r.dial, Classic: true})
	defer g.Close()
	l := newWires()
	g.addListener(l)
	g.acceptStreams(l, g.dogfightSession)
	var playing sync.WaitGroup
	for i, n := range networks[:min(ships, len(networks))] {
		c := n.original(l, uint64(i))
		playing.Go(func() {
			defer c.Close()
			if err := c.play(lasts); err != nil {
				t.Errorf("%s: died %v", n.name, err)
			}
			t.Logf("%s: %v", n.name, c.seen)
			n.judge(t, c, min(ships, 10))
		})
	}
	if guests > 0 {
		for end := time.Now().Add(lasts); time.Now().Before(end); time.Sleep(3 * time.Second) {
			leave := r.crowd(guests)
			time.Sleep(4 * time.Second)
			leave()
		}
	}
	playing.Wait()
}

// original returns a client that has connected over the network.
func (n *network) original(l *wires, seed uint64) *classicClient {
	late := func(stream uint64) func() time.Duration {
		chance := rand.New(rand.NewPCG(seed, stream))
		return func() time.Duration { return time.Duration(chance.Int64N(int64(n.late) + 1)) }
	}
	chance := rand.New(rand.NewPCG(seed, 0))
	conn := l.connect(newFlow(n.window, n.segment, late(1)), newFlow(64<<10, 1448, late(2)))
	return &classicClient{Conn: conn, chance: chance, late: moods(chance), greedy: seed%2 == 0}
}

// judge checks the results of a client.
func (n *network) judge(t *testing.T, c *classicClient, ships int) {
	if want := min(ships, n.shows); c.seen.ships < want || c.seen.ships > n.shows {
		t.Errorf("%s: up to %d ships were shown, expected %d", n.name, c.seen.ships, want)
	}
	dies := ships > len(networks) // if there are bots
	if *long && (!c.seen.flew || !c.seen.shot || dies && !c.seen.died || c.seen.powerUps == 0) {
		t.Errorf("%s: expected flight, shots, deaths and power-ups, saw %v", n.name, c.seen)
	}
}

// classicClient imitates the original client of the Dogfight protocol, with its faults: once a frame it reads up to 1,024 bytes, parses
// them as a state from the first byte on, and crashes if they are none.
type classicClient struct {
	net.Conn
	chance *rand.Rand
	late   func() time.Duration // the extra delay of the next frame
	greedy bool                 // it reads up to 1,024 bytes for the id too, and keeps the first 36

	id    dogfight.ID
	state dogfight.State
	buf   [1024]byte
	seen  sights
}

// sights are the things seen.
type sights struct {
	states, ships, powerUps int // in all, and the most at a time
	fewest                  int // ships
	flew, shot, died        bool
}

func (s sights) String() string {
	return fmt.Sprintf("%d states, %d to %d ships, up to %d power-ups, flew %v, shot %v, died %v", s.states, s.fewest, s.ships, s.powerUps, s.flew, s.shot, s.died)
}

const frame = time.Second / 60

// play plays for a time. It returns the client's crash.
func (c *classicClient) play(d time.Duration) error {
	if err := c.readID(); err != nil {
		return err
	}
	for end := time.Now().Add(d); time.Now().Before(end); {
		time.Sleep(frame + c.late())
		c.press()
		if err := c.read(); err != nil {
			return fmt.Errorf("after %v: %w", c.seen, err)
		}
	}
	return nil
}

func (c *classicClient) readID() error {
	n, err := 0, error(nil)
	if c.greedy {
		n, err = c.Read(c.buf[:])
	} else {
		n, err = io.ReadFull(c, c.buf[:len(c.id)])
	}
	if copy(c.id[:], c.buf[:n]) < len(c.id) {
		return fmt.Errorf("the id has %d bytes: %w", n, err)
	}
	return err
}

// press sends at most one event in a frame.
func (c *classicClient) press() {
	e := dogfight.Event{Action: dogfight.Move, Direction: dogfight.Direction(1 + c.chance.IntN(4)), PlayerID: c.id}
	switch c.chance.IntN(4) {
	case 0:
		return
	case 1:
		e.Action = dogfight.Shoot
	}
	c.Write(e.Append(nil))
}

func (c *classicClient) read() error {
	n, err := c.Read(c.buf[:])
	if err != nil {
		return err
	}
	if err := c.state.ParseClassic(c.buf[:n]); err != nil {
		return fmt.Errorf("%d bytes that begin with %x: %w", n, c.buf[:min(n, 16)], err)
	}
	return c.readShips()
}

// readShips fails on an impossible state.
func (c *classicClient) readShips() error {
	s := &c.seen
	n := len(c.state.Ships)
	if s.states++; s.states == 1 {
		s.fewest = n
	}
	s.ships, s.fewest, s.powerUps = max(s.ships, n), min(s.fewest, n), max(s.powerUps, len(c.state.PowerUps))
	own := -1
	for i := range c.state.Ships {
		if c.state.Ships[i].PlayerID == c.id {
			own = i
		}
	}
	switch {
	case n > 10:
		return fmt.Errorf("%d ships", n)
	case own > 0:
		return fmt.Errorf("the own ship is number %d of %d", own, n)
	case own == 0:
		ship := &c.state.Ships[0]
		s.flew = s.flew || ship.Direction != dogfight.Idle && ship.X > 0
		s.shot = s.shot || ship.Bullets[0].Active
		s.died = s.died || s.states > 20 && !ship.Alive
	}
	return nil
}

// wire is one end of a TCP connection in memory, with the systems at both ends and the network between them.
type wire struct{ in, out *flow }

// flow is one direction. A write is one segment if it fits one and the window; otherwise it is cut. Segments arrive late, in order.
type flow struct {
	window, segment int
	late            func() time.Duration

	mu       sync.Mutex
	changed  *sync.Cond
	unread   int // bytes sent, and not read yet
	flying   []flight
	arrived  []byte
	closed   bool
	deadline time.Time // of writes
}

type flight struct {
	bytes []byte
	at    time.Time
}

func newFlow(window, segment int, late func() time.Duration) *flow {
	l := &flow{window: window, segment: segment, late: late}
	l.changed = sync.NewCond(&l.mu)
	return l
}

func (l *flow) write(p []byte) (n int, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for n < len(p) {
		room := l.window - l.unread
		switch {
		case l.closed:
			return n, net.ErrClosed
		case room > 0:
			k := min(len(p)-n, room, l.segment)
			l.send(bytes.Clone(p[n : n+k]))
			n += k
		case !time.Now().Before(l.deadline):
			return n, os.ErrDeadlineExceeded
		default:
			expired := time.AfterFunc(time.Until(l.deadline), l.changed.Broadcast)
			l.changed.Wait()
			expired.Stop()
		}
	}
	return n, nil
}

// send sends a segment. It needs mu.
func (l *flow) send(p []byte) {
	at := time.Now().Add(l.late())
	if last := len(l.flying) - 1; last >= 0 && at.Before(l.flying[last].at) {
		at = l.flying[last].at
	}
	l.unread += len(p)
	l.flying = append(l.flying, flight{p, at})
	time.AfterFunc(time.Until(at), l.land)
}

func (l *flow) land() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.flying) > 0 && !l.flying[0].at.After(time.Now()) {
		l.arrived = append(l.arrived, l.flying[0].bytes...)
		l.flying = l.flying[1:]
	}
	l.changed.Broadcast()
}

func (l *flow) read(p []byte) (n int, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.arrived) == 0 {
		if l.closed && len(l.flying) == 0 {
			return 0, io.EOF
		}
		l.changed.Wait()
	}
	n = copy(p, l.arrived)
	l.arrived = append(l.arrived[:0], l.arrived[n:]...)
	l.unread -= n
	l.changed.Broadcast()
	return n, nil
}

func (l *flow) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	l.changed.Broadcast()
}

func (w *wire) Read(p []byte) (int, error)  { return w.in.read(p) }
func (w *wire) Write(p []byte) (int, error) { return w.out.write(p) }

func (w *wire) Close() error {
	w.in.close()
	w.out.close()
	return nil
}

// Room is room's.
func (w *wire) Room() (now, most int) {
	w.out.mu.Lock()
	defer w.out.mu.Unlock()
	return w.out.window - w.out.unread, w.out.segment
}

func (w *wire) LocalAddr() net.Addr  { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 6699} }
func (w *wire) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 40000} }

func (w *wire) SetDeadline(t time.Time) error   { return w.SetWriteDeadline(t) }
func (w *wire) SetReadDeadline(time.Time) error { return nil }
func (w *wire) SetWriteDeadline(t time.Time) error {
	w.out.mu.Lock()
	defer w.out.mu.Unlock()
	w.out.deadline = t
	return nil
}

// wires is a listener for them.
type wires struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func newWires() *wires { return &wires{conns: make(chan net.Conn), closed: make(chan struct{})} }

// connect returns the client's end of a connection; the listener gets the other.
func (l *wires) connect(toClient, toHost *flow) net.Conn {
	l.conns <- &wire{in: toHost, out: toClient}
	return &wire{in: toClient, out: toHost}
}

func (l *wires) Accept() (net.Conn, error) {
	select {
	case conn := <-l.conns:
		return conn, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *wires) Close() error {
	l.once.Do(func() { close(l.closed) })
	return nil
}

func (l *wires) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 6699} }
