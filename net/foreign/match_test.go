package foreign

import (
	"bytes"
	"context"
	"flag"
	"math"
	"math/rand/v2"
	"net"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
	"unicode"

	"dogfight/game"
	dogfightnet "dogfight/net"
	"dogfight/proto/dialect"
	"dogfight/proto/dialect/dogfight"
	"dogfight/proto/dialect/rtype"
	"dogfight/testkit"
	"dogfight/testkit/dialects"
	"dogfight/ui/canvas"
	screen "dogfight/ui/play"
)

// session is the host's end of a dialect.
type session interface {
	Receive(dialect.Channel, []byte, dialect.Send) error
	Tick(*dialect.Scene, dialect.Send) error
	Intent() *dialect.Intent
	End(string, dialect.Send)
}

// playSession plays a match of ours with a session of ours at the other end of the line. look returns the ship of that end's player.
func playSession(r *rig, s session, match *dialects.Match) (look func() game.Ship, stop func()) {
	var mu sync.Mutex
	heard := make(chan []byte, 64)
	quit := make(chan struct{})
	var running sync.WaitGroup
	running.Go(func() {
		for buf := make([]byte, 2048); ; {
			n, err := r.conn.Read(buf)
			if err != nil {
				return
			}
			heard <- bytes.Clone(buf[:n])
		}
	})
	running.Go(func() {
		defer r.conn.Close()
		send := func(_ dialect.Channel, p []byte) { r.conn.Write(p) }
		for {
			select {
			case <-quit:
				s.End("the host closes", send)
				return
			case p := <-heard:
				if s.Receive(dialect.Main, p, send) != nil {
					return
				}
			case <-time.After(frameTime):
				match.Inputs[0] = s.Intent().Input
				mu.Lock()
				match.Step()
				mu.Unlock()
				if s.Tick(&match.Scene, send) != nil {
					return
				}
			}
		}
	})
	look = func() game.Ship {
		mu.Lock()
		defer mu.Unlock()
		return match.World.Ships[0]
	}
	return look, func() { close(quit); running.Wait() }
}

func TestSessionsOfOursAreFlown(t *testing.T) {
	t.Parallel()
	for address, s := range map[string]func() session{
		dogfightAddress: func() session { return dogfight.NewSession(false) },
		rtypeAddress:    func() session { return rtype.NewSession(rtype.Config{ID: clientID}) },
		codeAddress:     func() session { return rtype.NewSession(rtype.Config{ID: clientID, Code: true, Local: true}) },
	} {
		t.Run(address, func(t *testing.T) {
			play(t, address, func(r *rig) {
				match := dialects.NewMatch(2)
				look, stop := playSession(r, s(), match)
				r.frames(30, 0)
				r.phase(dogfightnet.Playing, "")
				if len(r.view.Roster) != 2 {
					r.Fatalf("the roster is %v", r.view.Roster)
				}
				was := look()
				r.frames(60, game.Steer(game.Right)|game.Fire)
				me, is := &r.view.World.Ships[0], look()
				if is.X-was.X < 60*game.One || is.Live == 0 {
					r.Errorf("the host saw it fly %d units, with shots %b", (is.X-was.X)/game.One, is.Live)
				}
				if off := (is.X - me.X) / game.One; off < -12 || off > 24 || me.Facing != game.Right || me.Live == 0 {
					r.Errorf("it is drawn %d units behind, facing %d, with shots %b", off, me.Facing, me.Live)
				}
				stop()
				r.frames(2, 0)
				if address == dogfightAddress {
					r.phase(dogfightnet.Ended, "the server closed the connection")
				}
			})
		})
	}
}

// Smoothness: at 60 pictures a second no ship may leap.
func TestShipsOfOurSessionsGlide(t *testing.T) {
	t.Parallel()
	for address, s := range map[string]func() session{
		dogfightAddress: func() session { return dogfight.NewSession(false) },
		rtypeAddress:    func() session { return rtype.NewSession(rtype.Config{ID: clientID}) },
		codeAddress:     func() session { return rtype.NewSession(rtype.Config{ID: clientID, Code: true, Local: true}) },
	} {
		t.Run(address, func(t *testing.T) {
			play(t, address, func(r *rig) {
				match := dialects.Melee(8, 300)
				_, stop := playSession(r, s(), match)
				defer stop()
				r.frames(30, 0)
				farthest, last := int32(0), r.view.World.Ships
				for range 300 {
					r.frames(1, 0)
					for i := range last {
						was, is := &last[i], &r.view.World.Ships[i]
						if was.State == game.Flying && is.State == game.Flying {
							farthest = max(farthest, is.X-was.X, was.X-is.X, is.Y-was.Y, was.Y-is.Y)
						}
					}
					last = r.view.World.Ships
				}
				t.Logf("a ship moved at most %.1f units in a frame", float64(farthest)/game.One)
				if top := int32(8 * game.One); farthest > top || farthest == 0 { // the fastest fly 4.5
					r.Errorf("a ship moved %d/256 units in a frame", farthest)
				}
			})
		})
	}
}

// hostileServer sends random packets of its protocol.
type hostileServer struct {
	chance *rand.Rand
	wire   rtype.Wire
	tcp    bool
}

func (h *hostileServer) number() int32 {
	switch h.chance.IntN(4) {
	case 0:
		return []int32{0, -1, math.MaxInt32, math.MinInt32}[h.chance.IntN(4)]
	case 1:
		return int32(h.chance.Uint32())
	}
	return h.chance.Int32N(2000) - 500
}

func (h *hostileServer) float() float32 {
	switch h.chance.IntN(4) {
	case 0:
		return []float32{0, -1, math.MaxFloat32, -math.MaxFloat32, math.SmallestNonzeroFloat32}[h.chance.IntN(5)]
	case 1:
		return float32(h.chance.NormFloat64() * 1e9)
	}
	return h.chance.Float32()*2000 - 500
}

// next returns the next packet of the server.
func (h *hostileServer) next() []byte {
	if h.tcp {
		return h.state()
	}
	switch h.chance.IntN(13) {
	case 0:
		m := rtype.Accept{AssignedID: h.chance.Uint32N(3)}
		return m.Append(nil, h.wire)
	case 1:
		m := rtype.Signal{Type: rtype.PongType}
		return m.Append(nil, h.wire)
	case 2:
		m := rtype.Signal{Type: rtype.GameOverType}
		return m.Append(nil, h.wire)
	case 3:
		m := rtype.DamageEvent{ID: h.chance.Uint32N(70), Amount: uint16(h.chance.Uint32())}
		return m.Append(nil, h.wire)
	case 4:
		p := make([]byte, h.chance.IntN(100))
		for i := range p {
			p[i] = byte(h.chance.Uint32())
		}
		return p
	case 5:
		m := rtype.EntityCreate{ID: uint64(h.chance.Uint32N(100)), X: h.float(), Y: h.float(), Sprite: uint16(h.chance.IntN(2))}
		return m.Append(nil, h.wire)
	}
	s := rtype.Snapshot{Tick: h.chance.Uint32()}
	for range h.chance.IntN(rtype.MaxEntities + 1) {
		s.Entities = append(s.Entities, rtype.SnapshotEntity{
			ID: uint64(h.chance.Uint32N(100)), X: h.float(), Y: h.float(), VX: h.float(), VY: h.float(), Sprite: h.chance.Uint32N(256) * h.chance.Uint32N(2),
		})
	}
	return s.Append(nil, h.wire)
}

func (h *hostileServer) state() []byte {
	s := dogfight.State{Status: dogfight.Status(h.chance.IntN(3)), SixBullets: h.chance.IntN(2) == 0}
	for range h.chance.IntN(dogfight.MaxPowerUps + 1) {
		s.PowerUps = append(s.PowerUps, dogfight.PowerUp{X: h.number(), Y: h.number(), Kind: dogfight.Kind(h.chance.IntN(4))})
	}
	for range 1 + h.chance.IntN(dogfight.MaxShips) {
		ship := dogfight.Ship{
			X: h.number(), Y: h.number(), HP: uint8(h.chance.Uint32()), Alive: h.chance.IntN(3) > 0,
			Direction: dogfight.Direction(h.chance.IntN(5)), PlayerID: dogfight.IDOf(uint16(h.chance.IntN(100))),
		}
		for i := range ship.Bullets {
			ship.Bullets[i] = dogfight.Bullet{X: h.number(), Y: h.number(), Direction: dogfight.Direction(h.chance.IntN(5)), Active: h.chance.IntN(3) > 0}
		}
		s.Ships = append(s.Ships, ship)
	}
	return s.Append(nil)
}

// FuzzHostileServer: the match screen can show the packets of any server.
func FuzzHostileServer(f *testing.F) {
	for seed := range uint64(6) {
		f.Add(seed, []byte{byte(seed)})
	}
	f.Fuzz(func(t *testing.T, seed uint64, noise []byte) {
		h := &hostileServer{chance: rand.New(rand.NewPCG(seed, 1)), wire: rtype.Wire{Code: seed%3 == 1, Later: seed%6 == 4}, tcp: seed%3 == 2}
		m := Match{server: Server{Protocol: "rtype"}, mirror: newMirror("Nova", 0), conn: &conn{}}
		m.protocol = newRTypeProtocol(Server{Protocol: []string{"rtype", "rtype-code"}[seed%2]})
		if seed%3 < 2 {
			m.protocol = newRTypeProtocol(Server{Protocol: []string{"rtype", "rtype-code"}[seed%3]})
		}
		if h.tcp {
			id := dogfight.IDOf(1)
			m.protocol = &dogfightProtocol{}
			m.protocol.receive(id[:], m.report)
		}
		m.view = dogfightnet.View{Me: mySlot, Foreign: true}
		g := canvas.NewGrid(256)
		g.Resize(60+h.chance.IntN(200), 20+h.chance.IntN(60))
		s := screen.New(screen.Options{Mode: canvas.Mode(h.chance.IntN(3))})
		now := time.Unix(1e9, 0)
		for n := range 120 {
			now = now.Add(frameTime)
			if n%3 == 0 {
				p := h.next()
				if n == 90 {
					p = noise
				}
				m.protocol.receive(p, m.report)
			}
			v := m.Frame(now, game.Fire)
			s.See(v, now)
			s.Draw(g)
			width, height := g.Size()
			for i := range width * height {
				glyph, _, _ := g.Get(i%width, i/width)
				for _, r := range glyph {
					if !unicode.IsPrint(r) {
						t.Fatalf("drew %q", glyph)
					}
				}
			}
		}
	})
}

// flood returns a dial to a server that writes the same bytes again and again, as fast as they are read, and counts the writes.
func flood(p []byte, began []byte) (dial, *int) {
	reads := 0
	return func(context.Context, string, string) (net.Conn, error) {
		return &floodConn{p: p, began: began, reads: &reads}, nil
	}, &reads
}

type floodConn struct {
	net.Conn
	p, began []byte
	reads    *int
	at       int
	closed   atomic.Bool
}

func (c *floodConn) Read(b []byte) (int, error) {
	if c.closed.Load() {
		return 0, net.ErrClosed
	}
	*c.reads++
	if len(c.began) > 0 {
		n := copy(b, c.began)
		c.began = c.began[n:]
		return n, nil
	}
	if len(c.p) < 1500 { // a datagram
		return copy(b, c.p), nil
	}
	n := copy(b, c.p[c.at:])
	c.at = (c.at + n) % len(c.p)
	return n, nil
}

func (c *floodConn) Write(p []byte) (int, error)      { return len(p), nil }
func (c *floodConn) SetWriteDeadline(time.Time) error { return nil }

func (c *floodConn) Close() error {
	c.closed.Store(true)
	return nil
}

// TestAServerThatSendsTooMuchIsReadAtALimitedRate floods a match for some seconds of its time.
func TestAServerThatSendsTooMuchIsReadAtALimitedRate(t *testing.T) {
	if testing.Short() {
		t.Skip("a flood; runs without -short")
	}
	seconds := 3
	if *long {
		seconds = 10
	}
	h := &hostileServer{chance: rand.New(rand.NewPCG(7, 7))}
	id := dogfight.IDOf(1)
	over := rtype.Signal{Type: rtype.GameOverType}
	for address, said := range map[string]struct{ began, p []byte }{
		"dogfight://example.org":   {id[:], h.state()},
		"rtype://example.org":      {nil, over.Append(nil, rtype.Wire{})},
		"rtype-code://example.org": {nil, []byte("noise")},
	} {
		server, err := Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		synctest.Test(t, func(t *testing.T) {
			dial, reads := flood(said.p, said.began)
			m := join(server, "Nova", dial)
			lines := 0
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			for range seconds * game.TickRate {
				time.Sleep(frameTime)
				lines += len(m.Frame(time.Now(), game.Fire).Chat)
			}
			runtime.GC()
			runtime.ReadMemStats(&after)
			m.conn.stop()
			m.Close()
			t.Logf("%s: phase %d, %v, %d reads, %d lines, heap %+d kB", address, m.view.Phase, m.view.Err, *reads, lines, (int64(after.HeapInuse)-int64(before.HeapInuse))>>10)
			if *reads > seconds*1500 {
				t.Errorf("%s: read %d times in %d seconds", address, *reads, seconds)
			}
			if lines > 3+3*seconds {
				t.Errorf("%s: said %d lines in %d seconds", address, lines, seconds)
			}
		})
	}
}

// TestShipsOfOneNameAreOneShip: a server sends 64 ships of one player, with bullets that could be any ship's.
func TestShipsOfOneNameAreOneShip(t *testing.T) {
	t.Parallel()
	h := &hostileServer{chance: rand.New(rand.NewPCG(7, 7))}
	s := dogfight.State{}
	for range dogfight.MaxShips {
		ship := dogfight.Ship{Alive: true, PlayerID: dogfight.IDOf(2)}
		for i := range ship.Bullets {
			ship.Bullets[i] = dogfight.Bullet{X: h.number(), Active: true, Direction: dogfight.Left}
		}
		s.Ships = append(s.Ships, ship)
	}
	talk := &dogfightProtocol{}
	for range 3 {
		talk.bullets.begin()
		if n := len(talk.see(&s).things); n != 1+dogfight.MaxBullets {
			t.Errorf("%d things", n)
		}
		if n := len(talk.bullets.seen); n > dogfight.MaxBullets {
			t.Errorf("%d different bullets", n)
		}
	}
}

// listen serves one connection on the loopback, and returns its address.
func listen(t *testing.T, running *sync.WaitGroup, serve func(net.Conn)) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	running.Go(func() {
		defer l.Close()
		if conn, err := l.Accept(); err == nil {
			serve(conn)
		}
	})
	return l.Addr().String()
}

// A relay between us and the original delays and loses segments, and merges those behind a lost one.
func TestTheOriginalSurvivesUsOnRealSockets(t *testing.T) {
	if testing.Short() {
		t.Skip("real time; runs without -short")
	}
	t.Parallel()
	takes := time.Second
	if *long {
		takes = time.Minute
	}
	o := testkit.NewOriginal()
	busy(o)
	var running sync.WaitGroup
	defer running.Wait()
	server := listen(t, &running, func(conn net.Conn) { o.Serve(conn) })
	relay := listen(t, &running, func(near net.Conn) {
		far, err := net.Dial("tcp", server)
		if err != nil {
			near.Close()
			return
		}
		testkit.OriginalPath{Delay: 20 * time.Millisecond, Jitter: 10 * time.Millisecond, Loss: 0.02}.Join(near, far)
	})
	m := Join(Server{Protocol: "dogfight", Addr: relay}, "Nova")
	defer m.Close()
	ticker := time.NewTicker(frameTime)
	defer ticker.Stop()
	player := restless{chance: rand.New(rand.NewPCG(5, 5))}
	view, began := m.Frame(time.Now(), 0), time.Time{}
	for now := range ticker.C {
		view = m.Frame(now, player.next())
		switch {
		case view.Phase == dogfightnet.Refused || view.Phase == dogfightnet.Ended:
			t.Fatalf("phase %d: %v; the server: %v", view.Phase, view.Err, o.Died())
		case view.Phase == dogfightnet.Joining || len(o.Events()) < 10:
			began = now
		}
		if now.Sub(began) > takes {
			break
		}
	}
	events := o.Events()
	t.Logf("%d events in %v; %s", len(events), takes, summaryOf(gapsOf(events)))
	if own := o.Own(); o.Died() != nil || own.Mines() > 0 || view.World.Ships[mySlot].State != game.Flying {
		t.Errorf("the server: %v; mines: %d; the own ship: %v", o.Died(), own.Mines(), view.World.Ships[mySlot].State)
	}
}

// FuzzReceive feeds any bytes to both protocols.
func FuzzReceive(f *testing.F) {
	state := dogfight.State{Ships: []dogfight.Ship{{X: -5, Y: 7, Alive: true, PlayerID: dogfight.IDOf(3)}}}
	f.Add(state.Append(append([]byte(nil), testkit.OwnID...)))
	snapshot := rtype.Snapshot{Entities: []rtype.SnapshotEntity{{ID: clientID, X: 1e38, VX: -1e38, Sprite: 1}}}
	f.Add(snapshot.Append(nil, rtype.Wire{}))
	f.Add(snapshot.Append(nil, rtype.Wire{Code: true}))
	f.Add(snapshot.Append(nil, rtype.Wire{Code: true, Later: true}))
	f.Fuzz(func(t *testing.T, p []byte) {
		for _, protocol := range []protocol{&dogfightProtocol{}, newRTypeProtocol(Server{Protocol: "rtype"}), newRTypeProtocol(Server{Protocol: "rtype-code"})} {
			m := Match{protocol: protocol, mirror: newMirror("Nova", 0)}
			protocol.receive(p, m.report)
			protocol.receive(p, m.report)
			now := time.Unix(1e9, 0)
			m.receive(now)
			m.mirror.show(now.Add(frameTime), game.Fire)
			protocol.speak(now, game.Fire, false, func([]byte) {})
		}
	})
}

var long = flag.Bool("long", false, "play on real sockets for a minute, not a second, and send floods for ten seconds, not three")
