package gateway

import (
	"fmt"
	"net"
	"net/netip"
	"slices"
	"testing"
	"time"

	"dogfight/assets"
	"dogfight/game"
	dogfight "dogfight/net"
	"dogfight/net/admission"
	"dogfight/net/link"
	"dogfight/proto/dialect/rtype"
	"dogfight/testkit"
)

// rtypeClient is a client of the R-Type document.
type rtypeClient struct {
	*net.UDPConn
	t    testing.TB
	id   uint32
	wire rtype.Wire

	snapshot rtype.Snapshot
	over     rtype.Type  // REJECT or GAMEOVER, once it came to flies
	count    func(n int) // counts sent bytes, unless nil
}

// client opens a socket for a client that sends nothing yet.
func (r *rig) client(g *Gateway) *rtypeClient {
	r.Helper()
	addr, _ := net.ResolveUDPAddr("udp", g.Addrs()[0])
	conn, err := net.DialUDP("udp", nil, addr)
	if err != nil {
		r.Fatal(err)
	}
	r.Cleanup(func() { conn.Close() })
	return &rtypeClient{UDPConn: conn, t: r.TB, wire: rtype.Wire{Code: g.Name() == "rtype-code"}}
}

func (r *rig) rtype(g *Gateway, id uint32) *rtypeClient {
	r.Helper()
	c := r.client(g)
	c.connects(id)
	return c
}

// firstPatience is how long a client waits for an answer before it asks again. It doubles, so that a busy machine does not have more than
// maxDatagrams in the gateway's queue.
const firstPatience = 250 * time.Millisecond

// connects asks until the gateway accepts.
func (c *rtypeClient) connects(id uint32) {
	c.t.Helper()
	var accept rtype.Accept
	for patience := firstPatience; patience < testkit.Limit; patience *= 2 {
		c.sends(&rtype.Connect{ClientID: id})
		if c.nextWithin(patience, &accept) == nil {
			c.id = accept.AssignedID
			return
		}
	}
	c.t.Fatal("got no ACCEPT")
}

// flies asks for a ship until the client sees the match or is refused. It connects again, as the gateway forgets a client that is silent
// for some seconds.
func (c *rtypeClient) flies() {
	c.t.Helper()
	for patience := firstPatience; patience < testkit.Limit; patience *= 2 {
		c.hold(game.Steer(game.Idle))
		if c.answered(patience) {
			return
		}
		c.connects(0)
	}
	c.t.Fatal("got no SNAPSHOT")
}

// answered waits for a SNAPSHOT, a REJECT or a GAMEOVER, and reports whether it got one.
func (c *rtypeClient) answered(patience time.Duration) bool {
	c.SetReadDeadline(time.Now().Add(patience))
	for b := make([]byte, 2048); ; {
		n, err := c.Read(b)
		if err != nil {
			return false
		}
		var s rtype.Signal
		if s.Parse(b[:n], c.wire) == nil && (s.Type == rtype.RejectType || s.Type == rtype.GameOverType) {
			c.over = s.Type
		}
		if c.over != 0 || c.snapshot.Parse(b[:n], c.wire) == nil {
			return true
		}
	}
}

// arrived waits until the gateway has handled all earlier packets. A packet after the player has left may be of a new
// player.
func (c *rtypeClient) arrived() {
	c.t.Helper()
	c.signals(rtype.PingType)
	c.receivesSignal(rtype.PongType)
}

func (c *rtypeClient) sends(p interface {
	Append(b []byte, w rtype.Wire) []byte
}) {
	b := p.Append(nil, c.wire)
	if c.count != nil {
		c.count(len(b))
	}
	c.Write(b)
}

func (c *rtypeClient) signals(t rtype.Type) { c.sends(&rtype.Signal{Type: t}) }

// rtypePacket is any packet that a host sends.
type rtypePacket interface {
	Parse(p []byte, w rtype.Wire) error
}

// next waits for a packet of a type.
func (c *rtypeClient) next(p rtypePacket) error { return c.nextWithin(testkit.Limit, p) }

func (c *rtypeClient) nextWithin(patience time.Duration, p rtypePacket) error {
	c.SetReadDeadline(time.Now().Add(patience))
	for b := make([]byte, 2048); ; {
		n, err := c.Read(b)
		if err != nil {
			return fmt.Errorf("no %T: %w", p, err)
		}
		if p.Parse(b[:n], c.wire) == nil {
			return nil
		}
	}
}

// receives is next for a test that needs a packet.
func (c *rtypeClient) receives(p rtypePacket) {
	c.t.Helper()
	if err := c.next(p); err != nil {
		c.t.Fatal(err)
	}
}

func (c *rtypeClient) receivesSignal(t rtype.Type) {
	c.t.Helper()
	for s := (rtype.Signal{}); s.Type != t; {
		c.receives(&s)
	}
}

func TestAnRTypePlayerFliesAndLeaves(t *testing.T) {
	t.Parallel()
	r := newRig(t, dogfight.HostConfig{})
	c := r.rtype(r.open("rtype=:0"), 0)
	r.waits("an empty match", func(w *game.World) bool { return ships(w) == 0 })
	c.signals(rtype.PingType)
	c.receivesSignal(rtype.PongType)
	c.flies()
	r.waits("a ship", func(w *game.World) bool { return ships(w) == 1 })
	for s := (rtype.Snapshot{}); len(s.Entities) == 0 || s.Entities[0].ID != uint64(c.id); {
		c.receives(&s)
	}
	c.signals(rtype.DisconnectType)
	c.receivesSignal(rtype.GameOverType)
	r.waits("that he left", func(w *game.World) bool { return ships(w) == 0 })
}

func TestASilentRTypePlayerLosesItsShip(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of real time; runs without -short")
	}
	t.Parallel()
	r := newRig(t, dogfight.HostConfig{})
	c := r.rtype(r.open("rtype=:0"), 0)
	c.flies()
	r.waits("a ship", func(w *game.World) bool { return ships(w) == 1 })
	r.waits("that the player has left", func(w *game.World) bool { return ships(w) == 0 })
}

func TestAnRTypePlayerContinuesFromAnotherAddress(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of real time; runs without -short")
	}
	t.Parallel()
	r := newRig(t, dogfight.HostConfig{})
	g := r.open("rtype=:0")
	first := r.rtype(g, 0)
	first.flies()
	r.waits("a ship", func(w *game.World) bool { return ships(w) == 1 })
	second := r.rtype(g, first.id) // once the first has been silent for two seconds
	if second.id == first.id {
		t.Fatal("a peer that knows the id may have another address: the player must get another id")
	}
	second.flies()
	r.waits("one ship", func(w *game.World) bool { return ships(w) == 1 })
}

func TestSilentRTypePlayersDoNotExcludeNewOnes(t *testing.T) {
	t.Parallel()
	r := newRig(t, dogfight.HostConfig{})
	g := r.openWith("rtype=:0", Config{Dial: r.dial, Limits: admission.Limits{HalfOpen: 4}})
	var c *rtypeClient
	for range 8 {
		c = r.rtype(g, 0) // its first CONNECT is ignored while the silent players are too recent to be removed
	}
	c.flies()
	r.waits("a ship", func(w *game.World) bool { return ships(w) == 1 })
}

func TestAConnectWithTheIDOfAnActivePlayerIsRejected(t *testing.T) {
	t.Parallel()
	r := newRig(t, dogfight.HostConfig{})
	g := r.open("rtype=:0")
	c := r.rtype(g, 0)
	c.flies()
	other := r.client(g)
	for patience := firstPatience; ; patience *= 2 {
		c.hold(game.Steer(game.Idle))
		other.sends(&rtype.Connect{ClientID: c.id})
		var s rtype.Signal
		if err := other.nextWithin(patience, &s); err == nil && s.Type == rtype.RejectType {
			return
		} else if patience > testkit.Limit {
			t.Fatalf("got %v, %v", s.Type, err)
		}
	}
}

// A pilot that never fires meets the waves of the original game, alone, until it has lost all its lives.
func TestAnRTypePilotGetsItsHitsAndTheEndOfItsLives(t *testing.T) {
	if !*long {
		t.Skip("half a minute of real time; runs with -long. In virtual time a test of proto/dialect/rtype checks the same")
	}
	t.Parallel()
	s := duelSetup(t)
	s.Mode = game.Waves
	if err := assets.AddCampaign(s, ""); err != nil {
		t.Fatal(err)
	}
	lancer := uint8(slices.IndexFunc(s.Classes, func(c game.Class) bool { return c.Name == "lancer" }))
	s.Campaign.Waves = []game.Wave{{Title: "Lancers", Groups: []game.Group{
		{Class: lancer, Count: 30, Gap: 8, Path: []game.Corner{{X: 0, Y: 500}, {X: 500, Y: 500}}, End: game.Hunts},
		{Class: lancer, Count: 30, Gap: 8, Path: []game.Corner{{X: 1000, Y: 500}, {X: 500, Y: 500}}, End: game.Hunts},
	}}}
	r := newRig(t, dogfight.HostConfig{Results: testkit.Limit}, dogfight.FixedMatch(s, dogfight.MatchOptions{Mode: game.Waves}, 0))
	c := r.rtype(r.open("rtype=:0"), 0)
	c.flies()
	hits := 0
	for over := false; !over; {
		p := c.receivesAny()
		var damage rtype.DamageEvent
		var signal rtype.Signal
		switch {
		case damage.Parse(p, c.wire) == nil && damage.ID == c.id:
			hits += int(damage.Amount)
		case signal.Parse(p, c.wire) == nil:
			over = signal.Type == rtype.GameOverType
		default:
			c.hold(game.Steer(game.Idle)) // it is there
		}
	}
	r.waits("that no life is left", func(w *game.World) bool {
		return w.Status == game.Closed && w.Assault.Wave == 1 && w.Assault.Lives == 0
	})
	if lives := 4; hits < lives {
		t.Errorf("got %d points of damage, expected one at least for each of %d lives", hits, lives)
	}
}

// receivesAny returns the next packet of any type.
func (c *rtypeClient) receivesAny() []byte {
	c.t.Helper()
	c.SetReadDeadline(time.Now().Add(testkit.Limit))
	b := make([]byte, 2048)
	n, err := c.Read(b)
	if err != nil {
		c.t.Fatal(err)
	}
	return b[:n]
}

func TestAnUnprovenAddressGetsAtMostThreeTimesItsBytes(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of real time; runs without -short")
	}
	t.Parallel()
	for name, port := range map[string]int{"rtype": 0, "rtype-code": 0, "warworlds": 0, "lightracer": 1} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, dogfight.HostConfig{}, dogfight.FixedMatch(duelSetup(t), dogfight.MatchOptions{Bots: 8}, 0))
			g := r.openWith(name+"=:0", Config{Dial: r.dial, Limits: far})
			words := wordsOf(name)
			var strangers [20]stranger
			for i := range strangers {
				strangers[i] = stranger{Conn: r.connect("udp", g.Addrs()[port])}
				for _, word := range words[:len(words)-1] {
					strangers[i].sends(word)
					strangers[i].sends(word[:len(word)/2])
				}
				strangers[i].sends(words[0]) // once more
			}
			late, heard := time.Now().Add(1500*time.Millisecond), 0
			for i := range strangers {
				s := &strangers[i]
				s.listens(late)
				if s.received > 3*s.sent {
					t.Errorf("got %d bytes from an address, and sent %d to it", s.sent, s.received)
				}
				heard += s.received
			}
			for end := time.Now().Add(testkit.Limit); heard == 0 && name != "lightracer"; {
				if time.Now().After(end) {
					t.Fatal("there was no answer: this test proves nothing")
				}
				for i := range strangers {
					strangers[i].listens(time.Now())
					heard += strangers[i].received
				}
			}
		})
	}
}

// stranger sends datagrams with an address that may be forged.
type stranger struct {
	net.Conn
	sent, received int // bytes
	longest        int // received datagram
}

func (s *stranger) sends(p []byte) {
	s.Write(p)
	s.sent += len(p)
}

// receivesMore reads until it has received a datagram.
func (s *stranger) receivesMore(t testing.TB) {
	t.Helper()
	before := s.received
	for end := time.Now().Add(testkit.Limit); s.received == before; {
		if time.Now().After(end) {
			t.Fatal("got nothing")
		}
		s.listens(time.Now().Add(50 * time.Millisecond))
	}
}

// listens reads until a time.
func (s *stranger) listens(late time.Time) {
	if soon := time.Now().Add(10 * time.Millisecond); late.Before(soon) {
		late = soon // a deadline in the past hides received data
	}
	s.SetReadDeadline(late)
	for buf := make([]byte, 4096); ; {
		n, err := s.Read(buf)
		if err != nil {
			return
		}
		s.received += n
		s.longest = max(s.longest, n)
	}
}

func TestADatagramIsSentAlthoughTheDeadlineOfItsTickHasPassed(t *testing.T) {
	open := func() *net.UDPConn {
		c, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		return c
	}
	near, far := open(), open()
	s := &udpServer{socket: link.NewUDPConn(near)}
	near.SetWriteDeadline(time.Now().Add(-time.Second))
	s.write([]byte("late"), link.UDPAddr{AddrPort: far.LocalAddr().(*net.UDPAddr).AddrPort()})
	far.SetReadDeadline(time.Now().Add(testkit.Limit))
	b := make([]byte, 16)
	n, from, err := far.ReadFromUDPAddrPort(b)
	if want := near.LocalAddr().(*net.UDPAddr).AddrPort(); err != nil || string(b[:n]) != "late" || netip.AddrPortFrom(from.Addr().Unmap(), from.Port()) != want {
		t.Errorf("received %q from %v, %v, want %q from %v", b[:n], from, err, "late", want)
	}
}
