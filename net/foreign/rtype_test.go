package foreign

import (
	"encoding/binary"
	"io"
	"math"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/proto/dialect"
	"dogfight/proto/dialect/rtype"
)

const (
	rtypeAddress = "rtype://example.org"
	codeAddress  = "rtype-code://example.org"
	clientID     = 0x80000007
)

// arcade is an R-Type server by the document, or like its program.
type arcade struct {
	code, big bool
	conn      io.ReadWriteCloser

	mu       sync.Mutex
	received map[byte]int // packets of each type
	last     map[byte][]byte
	entities []entity
	accepts  bool // answers CONNECT
	pongs    bool
	shows    bool // sends snapshots
	way      time.Duration
	tick     uint32
	closed   bool
}

type entity struct {
	id     uint64
	x, y   float32
	vx, vy float32
	sprite uint16
}

func newArcade(conn io.ReadWriteCloser, address string) *arcade {
	return &arcade{
		conn: conn, code: strings.HasPrefix(address, "rtype-code"), big: strings.Contains(address, "big"),
		received: map[byte]int{}, last: map[byte][]byte{}, accepts: true, pongs: true, shows: true, way: 20 * time.Millisecond,
		entities: []entity{
			{id: clientID, x: 300, y: 200, sprite: 1},
			{id: 2, x: 400, y: 200, vx: 60, sprite: 1},
			{id: 90, x: 310, y: 200, vx: 360, sprite: 2},
			{id: 91, x: 100, y: 100, sprite: 3}, {id: 92, x: 120, y: 100, sprite: 4}, {id: 93, x: 140, y: 100, sprite: 5},
		},
	}
}

// types are the numbers of ACCEPT, REJECT, SNAPSHOT, DAMAGE_EVENT, GAMEOVER, PONG and of
// CONNECT, DISCONNECT, INPUT, PING, in the document and in the program.
var types = map[string][2]byte{
	"ACCEPT": {0x10, 0x10}, "REJECT": {0x11, 0x11}, "SNAPSHOT": {0x12, 0x12},
	"DAMAGE": {0x15, 0x16}, "GAMEOVER": {0x16, 0x17}, "PONG": {0x17, 0x15},
	"CONNECT": {0x01, 0x01}, "DISCONNECT": {0x04, 0x02}, "INPUT": {0x02, 0x03}, "PING": {0x03, 0x04},
}

func (a *arcade) number(of string) byte {
	if a.code {
		return types[of][1]
	}
	return types[of][0]
}

func (a *arcade) send(what string, body ...byte) error {
	p := binary.BigEndian.AppendUint16([]byte{a.number(what), 1}, uint16(4+len(body)))
	_, err := a.conn.Write(append(p, body...))
	return err
}

// run plays until the connection ends.
func (a *arcade) run() {
	var running sync.WaitGroup
	running.Go(a.receive)
	for a.show() {
		time.Sleep(50 * time.Millisecond)
	}
	running.Wait()
}

func (a *arcade) receive() {
	for buf := make([]byte, 2048); ; {
		n, err := a.conn.Read(buf)
		a.change(func() { a.closed = err != nil })
		if err != nil {
			return
		}
		a.handle(append([]byte(nil), buf[:n]...))
	}
}

func (a *arcade) handle(p []byte) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.received[p[0]]++
	a.last[p[0]] = p
	switch {
	case p[0] == a.number("CONNECT") && a.accepts:
		go a.after(func() { a.welcome() })
	case p[0] == a.number("PING") && a.pongs:
		go a.after(func() { a.send("PONG") })
	}
}

// after calls a function after the round trip.
func (a *arcade) after(f func()) {
	time.Sleep(2 * a.way)
	f()
}

func (a *arcade) welcome() {
	if a.code {
		a.send("ACCEPT")
		return
	}
	a.send("ACCEPT", binary.BigEndian.AppendUint32(nil, clientID)...)
}

func (a *arcade) show() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.shows && a.received[a.number("INPUT")] > 0 {
		a.send("SNAPSHOT", a.snapshot()...)
		a.tick += 3
	}
	return !a.closed
}

func (a *arcade) snapshot() (b []byte) {
	if !a.code {
		b = binary.BigEndian.AppendUint32(b, a.tick)
	}
	b = binary.BigEndian.AppendUint16(b, uint16(len(a.entities)))
	for _, e := range a.entities {
		if a.code {
			b = binary.BigEndian.AppendUint64(b, e.id)
			b = append(a.float(a.float(b, e.x), e.y), byte(e.sprite))
			continue
		}
		b = binary.BigEndian.AppendUint32(b, uint32(e.id))
		b = a.float(a.float(a.float(a.float(b, e.x), e.y), e.vx), e.vy)
		b = binary.BigEndian.AppendUint16(b, e.sprite)
	}
	return b
}

func (a *arcade) float(b []byte, v float32) []byte {
	if a.code || a.big {
		return binary.BigEndian.AppendUint32(b, math.Float32bits(v))
	}
	return binary.LittleEndian.AppendUint32(b, math.Float32bits(v))
}

func (a *arcade) change(f func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	f()
}

// count returns how often a packet was received, and the last of them.
func (a *arcade) count(what string) (n int, last []byte) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.received[a.number(what)], a.last[a.number(what)]
}

// playArcade plays against an R-Type server.
func playArcade(t *testing.T, address string, set func(a *arcade), f func(r *rig, a *arcade)) {
	t.Helper()
	play(t, address, func(r *rig) {
		a := newArcade(r.conn, address)
		if set != nil {
			set(a)
		}
		var running sync.WaitGroup
		running.Go(a.run)
		defer running.Wait()
		defer a.conn.Close()
		defer r.Close()
		r.frames(30, 0)
		f(r, a)
	})
}

func TestAnRTypeServerIsJoined(t *testing.T) {
	t.Parallel()
	for _, address := range []string{rtypeAddress, codeAddress, rtypeAddress + "?floats=big-endian"} {
		t.Run(address, func(t *testing.T) {
			playArcade(t, address, nil, func(r *rig, a *arcade) {
				r.phase(net.Playing, "")
				me, other := r.ship("Nova"), r.ship("ship 2")
				if x, y := apart(other, me); x < 98 || x > 110 || y != 0 {
					r.Errorf("the other is %d,%d from me", x, y)
				}
				w := r.view.World
				if w.Items[0].Kind == game.NoItem || w.Items[1].Kind != game.OrbItem || w.Barrels[0].HP == 0 || me.Live != 1 {
					r.Errorf("items %v %v, barrel %v, own shots %b", w.Items[0], w.Items[1], w.Barrels[0], me.Live)
				}
				if rtt := r.view.Lag.RTT; rtt != 2*a.way {
					r.Errorf("a round trip of %v, expected %v", rtt, 2*a.way)
				}
			})
		})
	}
}

func TestTheInputIsSentSixtyTimesASecond(t *testing.T) {
	t.Parallel()
	half := float32(181) / 256
	for _, c := range []struct {
		address string
		in      game.Input
		body    func(a *arcade) []byte
	}{
		{rtypeAddress, game.Steer(game.UpRight) | game.Fire, func(a *arcade) []byte {
			return append(a.float(a.float([]byte{0x80, 0, 0, 7}, half), -half), 1)
		}},
		{rtypeAddress, game.Steer(game.Left), func(a *arcade) []byte {
			return append(a.float(a.float([]byte{0x80, 0, 0, 7}, -1), 0), 0)
		}},
		{codeAddress, game.Steer(game.DownLeft) | game.Fire, func(*arcade) []byte { return []byte{2 + 4 + 16} }},
		{codeAddress, game.Steer(game.UpRight), func(*arcade) []byte { return []byte{1 + 8} }},
	} {
		playArcade(t, c.address, nil, func(r *rig, a *arcade) {
			before, _ := a.count("INPUT")
			pings, _ := a.count("PING")
			r.frames(120, c.in)
			n, p := a.count("INPUT")
			if n -= before; n < 115 || n > 121 {
				r.Errorf("%d INPUTs in two seconds", n)
			}
			if string(p[4:]) != string(c.body(a)) {
				r.Errorf("INPUT % x, expected % x", p[4:], c.body(a))
			}
			if n, _ := a.count("PING"); n-pings != 2 {
				r.Errorf("%d PINGs in two seconds", n-pings)
			}
		})
	}
}

func TestConnectIsRepeatedUntilAnswered(t *testing.T) {
	t.Parallel()
	playArcade(t, rtypeAddress, func(a *arcade) { a.accepts = false }, func(r *rig, a *arcade) {
		r.frames(3*60, 0)
		if n, p := a.count("CONNECT"); n != 4 || string(p[4:]) != "\x00\x00\x00\x00" {
			r.Errorf("%d CONNECTs in 3.5 seconds, the last % x", n, p)
		}
		if n, _ := a.count("INPUT"); n > 0 {
			r.Error("an INPUT before the ACCEPT")
		}
		r.phase(net.Joining, "")
		a.change(func() { a.accepts = true })
		r.frames(70, 0)
		r.phase(net.Playing, "")
		before, _ := a.count("CONNECT")
		r.frames(120, 0)
		if n, _ := a.count("CONNECT"); n != before {
			r.Error("CONNECT though we are in")
		}
	})
}

func TestASilentRTypeServerIsLostAndReturns(t *testing.T) {
	t.Parallel()
	playArcade(t, rtypeAddress, nil, func(r *rig, a *arcade) {
		before, _ := a.count("CONNECT")
		a.change(func() { a.shows = false })
		r.frames(5*60+10, 0)
		r.phase(net.Lost, "nothing received from example.org:4243")
		r.frames(60, 0)
		if n, p := a.count("CONNECT"); n == before || string(p[4:]) != "\x80\x00\x00\x07" {
			r.Errorf("%d CONNECTs more, the last % x: expected some with the own id", n-before, p)
		}
		a.change(func() { a.shows = true })
		r.frames(6, 0)
		r.phase(net.Playing, "")
		a.change(func() { a.shows = false })
		r.frames(31*60, 0)
		r.phase(net.Ended, "has sent nothing for 30s")
	})
}

func TestBetweenTwoMatchesTheServerIsNotLost(t *testing.T) {
	t.Parallel()
	playArcade(t, rtypeAddress, nil, func(r *rig, a *arcade) {
		a.change(func() { a.shows = false })
		a.send("GAMEOVER")
		r.frames(40*60, 0)
		if r.phase(net.Playing, ""); len(r.chat) != 1 || r.chat[0] != "the match is over" {
			r.Errorf("the chat is %q", r.chat)
		}
		a.change(func() { a.shows, a.entities[1].x = true, 700; a.entities = a.entities[1:] })
		r.frames(6, 0)
		if r.saw(game.EventKill, 0) {
			r.Error("a ship that is not yet in the next match is reported shot down")
		}
		a.change(func() { a.shows, a.pongs = false, false })
		r.frames(10*60, 0)
		r.phase(net.Lost, "nothing received")
	})
}

func TestOnlyAHitShipIsReportedShotDown(t *testing.T) {
	t.Parallel()
	playArcade(t, rtypeAddress, nil, func(r *rig, a *arcade) {
		a.change(func() { a.entities[1].vx = 0 })
		a.send("DAMAGE", 0, 0, 0, 2, 0, 1)
		r.frames(2, 0)
		if !r.saw(game.EventHit, 1) || r.saw(game.EventHit, 0) {
			r.Errorf("after DAMAGE_EVENT: %v", r.events)
		}
		r.frames(60, 0)
		a.change(func() { a.entities = append(a.entities[:1], a.entities[2:]...) })
		r.frames(6, 0)
		if r.saw(game.EventKill, 1) || r.ship("ship 2").State == game.Flying {
			r.Error("a ship that vanished long after its last hit is reported shot down")
		}
		a.change(func() { a.entities = append(a.entities, entity{id: 2, x: 400, y: 200, sprite: 1}) })
		r.frames(6, 0)
		if !r.saw(game.EventSpawn, 1) {
			r.Error("its return is not shown")
		}
		a.send("DAMAGE", 0, 0, 0, 2, 0, 1)
		a.change(func() { a.entities = a.entities[1 : len(a.entities)-1] }) // nor is the own ship there
		r.frames(6, 0)
		if !r.saw(game.EventKill, 1) || !r.saw(game.EventKill, 0) || r.ship("Nova").State != game.Dead {
			r.Errorf("after the loss of both: %v", r.events)
		}
		r.frames(11*60, 0)
		if len(r.view.Roster) != 1 {
			r.Errorf("long after, the roster is %v", r.view.Roster)
		}
	})
}

func TestAReceivedTeamIsShown(t *testing.T) {
	t.Parallel()
	playArcade(t, rtypeAddress, func(a *arcade) { a.entities[0].sprite, a.entities[1].sprite = 1+16, 1+32 }, func(r *rig, _ *arcade) {
		if me, other := r.ship("Nova"), r.ship("ship 2"); me.Team != 1 || other.Team != 2 || r.view.Setup.Mode != game.Teams {
			r.Errorf("teams %d and %d in mode %v", me.Team, other.Team, r.view.Setup.Mode)
		}
	})
}

// The program's own servers have ids of any kind, and send no owner.
func TestAtAnUnknownProgramTheFirstShipIsOurs(t *testing.T) {
	t.Parallel()
	playArcade(t, codeAddress, func(a *arcade) { a.entities[0].id = 1 << 40 }, func(r *rig, a *arcade) {
		if x, _ := apart(r.ship("ship 2"), r.ship("Nova")); x < 98 || x > 110 {
			r.Errorf("the other is %d units away", x)
		}
		a.change(func() { a.entities[0], a.entities[1] = a.entities[1], a.entities[0] })
		r.frames(6, 0)
		if x, _ := apart(r.ship("ship 2"), r.ship("Nova")); x < 98 || x > 110 {
			r.Errorf("when the order changed, the other is %d units away", x)
		}
	})
}

func TestAtOurHostsNoOtherShipIsMistakenForOurs(t *testing.T) {
	t.Parallel()
	playArcade(t, codeAddress, nil, func(r *rig, a *arcade) {
		a.change(func() { a.entities = a.entities[1:] }) // ours is lost
		for range 60 {
			a.change(func() { a.entities[0].x += 3 }) // like our input
			r.frames(3, game.Steer(game.Right))
		}
		if r.ship("Nova").State == game.Flying || r.ship("ship 2").State != game.Flying {
			r.Error("another player's ship is mistaken for ours")
		}
	})
}

func TestARejectIsARefusal(t *testing.T) {
	t.Parallel()
	playArcade(t, rtypeAddress, func(a *arcade) { a.accepts = false }, func(r *rig, a *arcade) {
		a.send("REJECT")
		r.frames(2, 0)
		r.phase(net.Refused, "the server at example.org:4243 turns you away")
	})
}

func TestAnotherProtocolThanRTypeIsReported(t *testing.T) {
	t.Parallel()
	playArcade(t, rtypeAddress, func(a *arcade) { a.accepts = false }, func(r *rig, a *arcade) {
		for range 11 {
			r.conn.Write([]byte("who are you?"))
			r.frames(60, 0)
		}
		r.phase(net.Refused, "the server sent what is not the rtype protocol: header: version must be 1")
	})
}

func TestARunOfGarbageDoesNotEndAMatch(t *testing.T) {
	t.Parallel()
	playArcade(t, rtypeAddress, nil, func(r *rig, a *arcade) {
		for range 60 {
			r.conn.Write([]byte{0x12, 1, 0, 10, 0, 0, 0, 0, 9, 9})
			r.frames(1, 0)
		}
		r.phase(net.Playing, "")
	})
}

func TestAMissingRTypeServerIsReported(t *testing.T) {
	t.Parallel()
	playArcade(t, codeAddress, func(a *arcade) { a.accepts = false }, func(r *rig, a *arcade) {
		r.frames(11*60, 0)
		r.phase(net.Refused, "no rtype-code server answers at example.org:4244 within 10s: is it rtype://example.org:4244?")
	})
}

func TestLeavingAnRTypeServerSendsADisconnect(t *testing.T) {
	t.Parallel()
	for _, address := range []string{rtypeAddress, codeAddress} {
		playArcade(t, address, nil, func(r *rig, a *arcade) {
			r.Close()
			synctest.Wait()
			if n, p := a.count("DISCONNECT"); n != 1 || len(p) != 4 {
				r.Errorf("%d DISCONNECTs, the last % x", n, p)
			}
		})
	}
}

func TestMissingFeaturesFail(t *testing.T) {
	t.Parallel()
	playArcade(t, rtypeAddress, nil, func(r *rig, _ *arcade) {
		if err := r.Say("hello"); err == nil || err.Error() != "this protocol has no chat" {
			r.Errorf("Say: %v", err)
		}
	})
}

func TestAServerOfTheOtherFlavourOfRTypeIsNamed(t *testing.T) {
	t.Parallel()
	for address, c := range map[string]struct {
		accept []byte
		want   string
	}{
		rtypeAddress: {[]byte{0x10, 1, 0, 4}, "the server at example.org:4243 speaks rtype-code: join rtype-code://example.org:4243"},
		codeAddress:  {[]byte{0x10, 1, 0, 8, 0x80, 0, 0, 1}, "the server at example.org:4244 speaks rtype: join rtype://example.org:4244"},
	} {
		playArcade(t, address, func(a *arcade) { a.accepts = false }, func(r *rig, a *arcade) {
			r.conn.Write(c.accept)
			r.frames(60, 0)
			r.conn.Write([]byte{0x12, 1, 0, 6, 0, 9})
			r.frames(10*60, 0)
			r.phase(net.Refused, c.want)
		})
	}
}

// finds returns the kinds that a finder gives the things of a snapshot, by id.
func finds(f *shipFinder, entities ...rtype.SnapshotEntity) map[uint64]dialect.Kind {
	s := see(&rtype.Snapshot{Entities: entities})
	f.find(entities, s.things)
	kinds := map[uint64]dialect.Kind{}
	for _, t := range s.things {
		kinds[t.id] = t.kind
	}
	return kinds
}

func TestACreatedOrMovingThingIsAShip(t *testing.T) {
	t.Parallel()
	f := newShipFinder()
	f.create(&rtype.EntityCreate{ID: 1})
	f.create(&rtype.EntityCreate{ID: 4, Sprite: uint16(dialect.Shot)}) // as our hosts once sent for all things
	for step, want := range []map[uint64]dialect.Kind{
		{1: dialect.Ship, 2: dialect.Barrel, 3: dialect.Barrel, 4: dialect.Shot},
		{1: dialect.Ship, 2: dialect.Ship, 3: dialect.Barrel, 4: dialect.Shot}, // 2 has moved
		{1: dialect.Ship, 2: dialect.Ship, 3: dialect.Barrel, 4: dialect.Shot}, // and does not move
		{1: dialect.Barrel, 2: dialect.Ship, 3: dialect.Barrel, 4: dialect.Shot},
	} {
		if step == 3 {
			f.destroy(1) // and something else has its id
		}
		got := finds(&f,
			rtype.SnapshotEntity{ID: 1, X: 5}, rtype.SnapshotEntity{ID: 2, X: float32(min(step, 1))},
			rtype.SnapshotEntity{ID: 3, X: 7}, rtype.SnapshotEntity{ID: 4, X: float32(step), Sprite: uint32(dialect.Shot)})
		for id, kind := range want {
			if got[id] != kind {
				t.Errorf("step %d: %d is of kind %d, expected %d", step, id, got[id], kind)
			}
		}
	}
}

func TestTheShipThatFliesAsWeSteerIsOurs(t *testing.T) {
	t.Parallel()
	f := myShipFinder{}
	see := func(left, right float64, held game.Course) uint64 {
		f.note(&snapshot{things: []thing{
			{id: 1, kind: dialect.Ship, at: vector{x: -left}}, {id: 2, kind: dialect.Ship, at: vector{x: right}}, {id: 3, kind: dialect.Barrel, at: vector{x: right}},
		}}, game.Steer(held))
		return f.better(1)
	}
	for n := range 100 {
		if better := see(float64(n), float64(n), game.Idle); better != 0 {
			t.Fatalf("without an input, %d is chosen", better)
		}
	}
	needed := 0
	for n := 100; see(float64(n), float64(n), game.Right) == 0; n++ {
		if needed++; needed > 100 {
			t.Fatal("the ship that obeys is not chosen")
		}
	}
	if f.better(2) != 0 || needed < 4 {
		t.Errorf("it is chosen after %d snapshots; better than it: %d", needed, f.better(2))
	}
}
