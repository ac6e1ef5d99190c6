package foreign

import (
	"encoding/binary"
	"io"
	"math"
	"net"
	"sync"
	"testing"
	"time"

	"dogfight/game"
	dogfightnet "dogfight/net"
	"dogfight/testkit"
)

// rtypeServer imitates the server of the R-Type program: at its commit b2b34d3d, or at the later ones. All sprites of the first are 0. It
// announces players by ENTITY_CREATE, once; the later ones do not, and have other numbers. There are two players, a shot that flies on and
// a wall.
type rtypeServer struct {
	later bool
	conn  io.ReadWriteCloser

	mu      sync.Mutex
	playing bool
	left    bool
	flags   byte // of the last INPUT
	inputs  int
	strange []byte  // an unknown packet
	x, y    float32 // of the client's ship
	age     int     // in snapshots
}

// The ids of the things: our ship's is not the first.
const (
	serverWall  = 11
	serverOther = 12
	serverOwn   = 13
	serverShot  = 14
)

// run plays until the connection ends.
func (s *rtypeServer) run() {
	var running sync.WaitGroup
	running.Go(s.receive)
	for s.step() {
		time.Sleep(50 * time.Millisecond)
	}
	running.Wait()
}

func (s *rtypeServer) receive() {
	for buf := make([]byte, 2048); ; {
		n, err := s.conn.Read(buf)
		if err != nil {
			s.mu.Lock()
			s.left = true
			s.mu.Unlock()
			return
		}
		if answer := s.answer(buf[:n]); answer != nil {
			s.conn.Write(answer)
		}
	}
}

// answer returns the answer to a packet, or nil.
func (s *rtypeServer) answer(p []byte) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case len(p) == 4 && p[0] == 0x01:
		s.playing, s.x, s.y, s.age = true, 300, 300, 0
		return packetOf(0x10)
	case len(p) == 5 && p[0] == 0x03:
		s.flags = p[4]
		s.inputs++
	case len(p) == 4 && p[0] == 0x04 && s.later:
		return packetOf(0x13)
	case len(p) == 4 && p[0] == 0x04:
		return packetOf(0x15)
	case len(p) == 4 && p[0] == 0x02:
		s.playing = false
	default:
		s.strange = append([]byte(nil), p...)
	}
	return nil
}

func packetOf(number byte, body ...byte) []byte {
	return append(binary.BigEndian.AppendUint16([]byte{number, 1}, uint16(4+len(body))), body...)
}

// step advances to the next snapshot, and reports whether the client is still connected.
func (s *rtypeServer) step() bool {
	s.mu.Lock()
	var out [][]byte
	if s.playing {
		out = s.output()
	}
	gone := s.left
	s.mu.Unlock()
	for _, p := range out {
		s.conn.Write(p)
	}
	return !gone
}

func (s *rtypeServer) output() (out [][]byte) {
	s.move()
	if s.age == 1 && !s.later {
		out = append(out, s.create(serverOwn, s.x, s.y), s.create(serverOther, 500, 300))
	}
	if s.later && s.age%40 == 7 { // DAMAGE and SCORE, of undocumented lengths
		out = append(out, packetOf(0x14, make([]byte, 8)...), packetOf(0x16, make([]byte, 12)...))
	}
	return append(out, s.snapshot())
}

// move moves things by three units a snapshot, in a box.
func (s *rtypeServer) move() {
	s.age++
	for bit, by := range [4][2]float32{{0, -3}, {0, 3}, {-3, 0}, {3, 0}} {
		if s.flags&(1<<bit) != 0 {
			s.x, s.y = min(max(s.x+by[0], 0), 800), min(max(s.y+by[1], 0), 600)
		}
	}
}

func (s *rtypeServer) create(id uint64, x, y float32) []byte {
	return packetOf(0x13, append(floats(binary.BigEndian.AppendUint64(nil, id), x, y), 0, 0)...)
}

func floats(b []byte, all ...float32) []byte {
	for _, v := range all {
		b = binary.BigEndian.AppendUint32(b, math.Float32bits(v))
	}
	return b
}

func (s *rtypeServer) snapshot() []byte {
	body, sprite := []byte{0, 4}, make([]byte, 1)
	if s.later {
		sprite = []byte{0, 0, 0, byte(s.age % 6)} // of unknown meaning
	}
	round := float64(s.age) / 20
	for _, e := range []struct {
		id   uint64
		x, y float32
	}{
		{serverWall, 100, 100}, {serverOther, 500 + 50*float32(math.Cos(round)), 300 + 50*float32(math.Sin(round))},
		{serverOwn, s.x, s.y}, {serverShot, float32(200 + s.age*9%400), 50},
	} {
		body = append(floats(binary.BigEndian.AppendUint64(body, e.id), e.x, e.y), sprite...)
	}
	return packetOf(0x12, body...)
}

// received returns the packets of the client.
func (s *rtypeServer) received() (inputs int, flags byte, strange []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.inputs, s.flags, s.strange
}

// eachRTypeServer plays with both commits' servers in virtual time.
func eachRTypeServer(t *testing.T, f func(r *rig, s *rtypeServer)) {
	for name, later := range map[string]bool{"b2b34d3d": false, "later": true} {
		t.Run(name, func(t *testing.T) {
			play(t, codeAddress, func(r *rig) {
				s := &rtypeServer{later: later, conn: r.conn}
				var running sync.WaitGroup
				running.Go(s.run)
				defer running.Wait()
				defer s.conn.Close()
				defer r.Close()
				f(r, s)
			})
		})
	}
}

func TestThePlayersOfARTypeServerAreDrawnAsShips(t *testing.T) {
	t.Parallel()
	eachRTypeServer(t, func(r *rig, s *rtypeServer) {
		r.frames(30, 0)
		r.frames(60, game.Steer(game.Up))
		r.phase(dogfightnet.Playing, "")
		if r.ship("ship 12").State != game.Flying {
			r.Error("the other player does not fly")
		}
		w := r.view.World
		if w.Barrels[0].HP == 0 || w.Barrels[1].HP != 0 {
			r.Errorf("barrels %v: expected the wall", w.Barrels[:3])
		}
	})
}

func TestOurShipOnAnRTypeServerObeysItsPilot(t *testing.T) {
	t.Parallel()
	play(t, codeAddress, func(r *rig) {
		s := &rtypeServer{conn: r.conn}
		var running sync.WaitGroup
		running.Go(s.run)
		defer running.Wait()
		defer s.conn.Close()
		defer r.Close()
		r.frames(30, 0)
		r.frames(60, game.Steer(game.Right))
		r.frames(60, game.Steer(game.Left))
		x, y := apart(r.ship("Nova"), &game.Ship{})
		r.frames(60, game.Steer(game.Left))
		if x2, y2 := apart(r.ship("Nova"), &game.Ship{}); x-x2 < 50 || x-x2 > 70 || y2 != y {
			r.Errorf("from %d,%d it moved to %d,%d in a second to the left", x, y, x2, y2)
		}
		if r.ship("ship 12").State != game.Flying || r.ship("ship 14").State != game.Flying {
			r.Error("the others do not fly")
		}
	})
}

func TestMinutesOnBothRTypeServersWithoutADrop(t *testing.T) {
	t.Parallel()
	minutes := 2
	if *long {
		minutes = 10
	}
	eachRTypeServer(t, func(r *rig, s *rtypeServer) {
		r.frames(30, 0)
		for second := range minutes * 60 {
			course := game.Course(1 + second%8)
			r.frames(60, game.Steer(course)|game.Fire)
			r.phase(dogfightnet.Playing, "")
			if r.ship("ship 12").State != game.Flying || r.view.Stale || r.view.World.Ships[0].State != game.Flying {
				r.Fatalf("after %d s: stale %v, ship %v", second, r.view.Stale, r.view.World.Ships[0].State)
			}
		}
		inputs, _, strange := s.received()
		if want := minutes * 60 * 60; inputs < want*95/100 || inputs > want+60 || strange != nil {
			r.Errorf("%d INPUTs in %d min; it does not know %x", inputs, minutes, strange)
		}
		if len(r.chat) != 0 {
			r.Errorf("the chat is %q", r.chat)
		}
	})
}

func TestAClientOfTheCodeJoinsAlthoughAnAcceptIsLost(t *testing.T) {
	t.Parallel()
	play(t, codeAddress, func(r *rig) {
		var running sync.WaitGroup
		running.Go(func() { io.Copy(io.Discard, r.conn) })
		defer running.Wait()
		defer r.conn.Close()
		defer r.Close()
		s := &rtypeServer{x: 300, y: 300}
		r.conn.Write(s.snapshot())
		r.frames(6, 0)
		r.phase(dogfightnet.Playing, "")
		if !r.Match.protocol.(*rtypeProtocol).in {
			r.Error("it gets the match, and sends nothing")
		}
	})
}

func TestBothRTypeServersReportTheEndOfAMatch(t *testing.T) {
	t.Parallel()
	eachRTypeServer(t, func(r *rig, s *rtypeServer) {
		r.frames(60, 0)
		number := byte(0x17)
		if s.later {
			number = 0x15
		}
		s.mu.Lock()
		s.playing = false
		s.mu.Unlock()
		r.conn.Write(packetOf(number))
		r.frames(6, 0)
		if len(r.chat) != 1 || r.chat[0] != "the match is over" {
			r.Errorf("the chat is %q", r.chat)
		}
	})
}

func TestNoPacketOfALaterRTypeServerIsGarbled(t *testing.T) {
	t.Parallel()
	p := newRTypeProtocol(Server{Protocol: "rtype-code"})
	for _, known := range []bool{false, true} { // whether a SNAPSHOT came before
		for _, number := range []byte{0x10, 0x13, 0x14, 0x15, 0x16} {
			for _, size := range []int{0, 4, 6, 8, 12, 16, 18} {
				if size > 0 && (number == 0x10 || number == 0x13) {
					continue // an ACCEPT and a PONG are documented to have no more
				}
				p.receive(packetOf(number, make([]byte, size)...), func(u update) {
					if u.kind == garbled || u.kind == hurt && known {
						t.Errorf("after a SNAPSHOT %v: %x of %d bytes: %+v", known, number, size, u)
					}
				})
			}
		}
		p.receive((&rtypeServer{later: true}).snapshot(), func(update) {})
	}
}

func TestTheMemoryForAServerIsBounded(t *testing.T) {
	t.Parallel()
	p := newRTypeProtocol(Server{Protocol: "rtype-code"})
	s := &rtypeServer{}
	for id := range uint64(10 * maxCreated) {
		p.receive(s.create(1<<40+id, 1, 1), func(update) {})
		p.receive(s.snapshot(), func(update) {})
	}
	if n := len(p.ships.created); n > maxCreated {
		t.Errorf("%d ids are remembered", n)
	}
	if !p.ships.created[1<<40+10*maxCreated-1] {
		t.Error("the last is not")
	}
	if n := len(p.ships.last); n != 4 {
		t.Errorf("%d places are remembered", n)
	}
}

// loopbackServer is a server on a socket, for the client of the last packet.
type loopbackServer struct {
	*net.UDPConn
	mu     sync.Mutex
	client net.Addr
}

func (l *loopbackServer) Read(b []byte) (int, error) {
	n, from, err := l.ReadFrom(b)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.client = from
	return n, err
}

func (l *loopbackServer) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.client == nil {
		return 0, nil
	}
	return l.WriteTo(b, l.client)
}

func TestAMatchOnBothRTypeServersOverALossyNetwork(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("real time; runs without -short")
	}
	lasts := time.Second
	if *long {
		lasts = time.Minute
	}
	for name, later := range map[string]bool{"b2b34d3d": false, "later": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			socket, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
			if err != nil {
				t.Fatal(err)
			}
			s := &rtypeServer{later: later, conn: &loopbackServer{UDPConn: socket}}
			var running sync.WaitGroup
			running.Go(s.run)
			defer running.Wait()
			defer socket.Close()
			relay := testkit.NewRelay(t, socket.LocalAddr().(*net.UDPAddr).AddrPort(),
				testkit.Network{Loss: 0.1, Delay: 20 * time.Millisecond, Jitter: 40 * time.Millisecond, Seed: 3})
			relay.DropFirst(1)
			playFor(t, lasts, relay, s)
		})
	}
}

// playFor plays at a server for so long from the first SNAPSHOT on.
func playFor(t *testing.T, lasts time.Duration, relay *testkit.Relay, s *rtypeServer) {
	server, err := Parse("rtype-code://" + relay.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	m := Join(server, "Nova")
	defer m.Close()
	frames, flew := 0, 0
	for begin := time.Now(); time.Since(begin) < lasts; time.Sleep(frameTime) {
		v := m.Frame(time.Now(), game.Steer(game.Course(1+frames/60%8))|game.Fire)
		switch {
		case v.Phase == dogfightnet.Joining:
			begin = time.Now()
			continue
		case v.Phase != dogfightnet.Playing:
			t.Fatalf("after %v: phase %d, %v", time.Since(begin), v.Phase, v.Err)
		}
		if frames++; v.World.Ships[0].State == game.Flying {
			flew++
		}
	}
	lost, passed := relay.Counts()
	inputs, _, strange := s.received()
	t.Logf("%d frames, own ship in %d; %d INPUTs arrived; %d datagrams lost, %d passed", frames, flew, inputs, lost, passed)
	if flew == 0 || inputs == 0 || lost == 0 || strange != nil {
		t.Errorf("the own ship flew in %d of %d frames; the server does not know %x", flew, frames, strange)
	}
}
