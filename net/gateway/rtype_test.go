package gateway

import (
	"fmt"
	"net"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/internal/waittest"
	dogfight "dogfight/net"
	"dogfight/net/link"
	"dogfight/proto/dialect/rtype"
)

// rtypeClient is a client of the R-Type document.
type rtypeClient struct {
	*net.UDPConn
	t    testing.TB
	id   uint32
	wire rtype.Wire

	snapshot rtype.Snapshot
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
	var accept rtype.Accept
	for range int(waittest.Limit / (250 * time.Millisecond)) {
		c.says(&rtype.Connect{ClientID: id})
		if c.nextWithin(250*time.Millisecond, &accept) == nil {
			c.id = accept.AssignedID
			return c
		}
	}
	r.Fatal("no ACCEPT came")
	return nil
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
func (c *rtypeClient) next(p rtypePacket) error { return c.nextWithin(waittest.Limit, p) }

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
	c.hold(game.Steer(game.Idle))
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
	c.hold(game.Steer(game.Idle))
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
	first.hold(game.Steer(game.Idle))
	r.waits("a ship", func(w *game.World) bool { return ships(w) == 1 })
	time.Sleep(2500 * time.Millisecond) // of silence
	second := r.rtype(g, first.id)
	if second.id == first.id {
		t.Fatal("who knows the id needs not be where he says: he must be told another")
	}
	second.hold(game.Steer(game.Idle))
	second.hears(&rtype.Snapshot{})
	r.waits("one ship", func(w *game.World) bool { return ships(w) == 1 })
}

func TestWhoComesToRTypeIsNotKeptOutByThoseWhoSayNoMore(t *testing.T) {
	t.Parallel()
	r := newRig(t, dogfight.HostConfig{})
	g := r.openWith("rtype=:0", Config{Dial: r.dial, Limits: link.Limits{HalfOpen: 4}})
	var c *rtypeClient
	for range 8 {
		c = r.client(g)
		var accept rtype.Accept
		waittest.Until(t, "the gateway accepts a Connect", func() bool { // it ignores one while those who said no more are too fresh to go
			c.says(&rtype.Connect{})
			return c.nextWithin(time.Second, &accept) == nil
		})
		c.id = accept.AssignedID
	}
	c.hold(game.Steer(game.Idle))
	r.waits("a ship", func(w *game.World) bool { return ships(w) == 1 })
}
