package gateway

import (
	"fmt"
	"net"
	"testing"
	"time"

	"dogfight/game"
	dogfight "dogfight/net"
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
	count    func(n int) // bytes that it says, if not nil
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

// firstPatience is how long a client waits for an answer before it asks again. It doubles, so that on a busy machine not more than
// maxDatagrams wait for the gateway.
const firstPatience = 250 * time.Millisecond

// connects asks until the gateway accepts.
func (c *rtypeClient) connects(id uint32) {
	c.t.Helper()
	var accept rtype.Accept
	for patience := firstPatience; patience < testkit.Limit; patience *= 2 {
		c.says(&rtype.Connect{ClientID: id})
		if c.nextWithin(patience, &accept) == nil {
			c.id = accept.AssignedID
			return
		}
	}
	c.t.Fatal("no ACCEPT came")
}

// flies asks for a ship until the client sees the match or is refused. It connects again, as the gateway forgets a client that is
// silent for some seconds.
func (c *rtypeClient) flies() {
	c.t.Helper()
	for patience := firstPatience; patience < testkit.Limit; patience *= 2 {
		c.hold(game.Steer(game.Idle))
		if c.answered(patience) {
			return
		}
		c.connects(0)
	}
	c.t.Fatal("no SNAPSHOT came")
}

// answered waits for a SNAPSHOT, a REJECT or a GAMEOVER, and reports whether one came.
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

// arrived waits until the gateway has taken all that was said so far. What it takes after the player has left may be of a new player.
func (c *rtypeClient) arrived() {
	c.t.Helper()
	c.signals(rtype.PingType)
	c.hearsSignal(rtype.PongType)
}

func (c *rtypeClient) says(p interface {
	Append(b []byte, w rtype.Wire) []byte
}) {
	b := p.Append(nil, c.wire)
	if c.count != nil {
		c.count(len(b))
	}
	c.Write(b)
}

func (c *rtypeClient) signals(t rtype.Type) { c.says(&rtype.Signal{Type: t}) }

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
			return fmt.Errorf("no %T came: %w", p, err)
		}
		if p.Parse(b[:n], c.wire) == nil {
			return nil
		}
	}
}

// hears is next for a test that needs one.
func (c *rtypeClient) hears(p rtypePacket) {
	c.t.Helper()
	if err := c.next(p); err != nil {
		c.t.Fatal(err)
	}
}

func (c *rtypeClient) hearsSignal(t rtype.Type) {
	c.t.Helper()
	for s := (rtype.Signal{}); s.Type != t; {
		c.hears(&s)
	}
}

func TestAnRTypePlayerFliesLeavesAndIsTold(t *testing.T) {
	t.Parallel()
	r := newRig(t, dogfight.HostConfig{})
	c := r.rtype(r.open("rtype=:0"), 0)
	r.waits("nobody", func(w *game.World) bool { return ships(w) == 0 })
	c.signals(rtype.PingType)
	c.hearsSignal(rtype.PongType)
	c.flies()
	r.waits("a ship", func(w *game.World) bool { return ships(w) == 1 })
	for s := (rtype.Snapshot{}); len(s.Entities) == 0 || s.Entities[0].ID != uint64(c.id); {
		c.hears(&s)
	}
	c.signals(rtype.DisconnectType)
	c.hearsSignal(rtype.GameOverType)
	r.waits("that he left", func(w *game.World) bool { return ships(w) == 0 })
}

func TestAnRTypePlayerWhoFallsSilentLosesHisShip(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of real time; runs without -short")
	}
	t.Parallel()
	r := newRig(t, dogfight.HostConfig{})
	c := r.rtype(r.open("rtype=:0"), 0)
	c.flies()
	r.waits("a ship", func(w *game.World) bool { return ships(w) == 1 })
	r.waits("that he is gone", func(w *game.World) bool { return ships(w) == 0 })
}

func TestAnRTypePlayerGoesOnFromAnotherAddress(t *testing.T) {
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
		t.Fatal("who knows the id needs not be where he says: he must be told another")
	}
	second.flies()
	r.waits("one ship", func(w *game.World) bool { return ships(w) == 1 })
}

func TestWhoComesToRTypeIsNotKeptOutByThoseWhoSayNoMore(t *testing.T) {
	t.Parallel()
	r := newRig(t, dogfight.HostConfig{})
	g := r.openWith("rtype=:0", Config{Dial: r.dial, Limits: link.Limits{HalfOpen: 4}})
	var c *rtypeClient
	for range 8 {
		c = r.rtype(g, 0) // its first CONNECT is ignored while those who said no more are too fresh to go
	}
	c.flies()
	r.waits("a ship", func(w *game.World) bool { return ships(w) == 1 })
}

func TestAConnectWithTheIDOfOneWhoJustSpokeElsewhereIsRejected(t *testing.T) {
	t.Parallel()
	r := newRig(t, dogfight.HostConfig{})
	g := r.open("rtype=:0")
	c := r.rtype(g, 0)
	c.flies()
	other := r.client(g)
	for patience := firstPatience; ; patience *= 2 {
		c.hold(game.Steer(game.Idle))
		other.says(&rtype.Connect{ClientID: c.id})
		var s rtype.Signal
		if err := other.nextWithin(patience, &s); err == nil && s.Type == rtype.RejectType {
			return
		} else if patience > testkit.Limit {
			t.Fatalf("%v came, %v", s.Type, err)
		}
	}
}
