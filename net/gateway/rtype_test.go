package gateway

import (
	"fmt"
	"net"
	"testing"
	"time"

	"dogfight/game"
	dogfight "dogfight/net"
	"dogfight/proto/dialect/rtype"
)

// rtypeClient is a client of the R-Type document.
type rtypeClient struct {
	*net.UDPConn
	t    testing.TB
	id   uint32
	wire rtype.Wire

	snapshot rtype.Snapshot
}

func (r *rig) rtype(g *Gateway, id uint32) *rtypeClient {
	r.Helper()
	addr, _ := net.ResolveUDPAddr("udp", g.Addrs()[0])
	conn, err := net.DialUDP("udp", nil, addr)
	if err != nil {
		r.Fatal(err)
	}
	r.Cleanup(func() { conn.Close() })
	c := &rtypeClient{UDPConn: conn, t: r.TB, wire: rtype.Wire{Code: g.Name() == "rtype-code"}}
	c.says(&rtype.Connect{ClientID: id})
	var accept rtype.Accept
	c.hears(&accept)
	c.id = accept.AssignedID
	return c
}

func (c *rtypeClient) says(p interface {
	Append(b []byte, w rtype.Wire) []byte
}) {
	c.Write(p.Append(nil, c.wire))
}

func (c *rtypeClient) signals(t rtype.Type) { c.says(&rtype.Signal{Type: t}) }

// rtypePacket is any packet that a host sends.
type rtypePacket interface {
	Parse(p []byte, w rtype.Wire) error
}

// next waits for a packet of a type.
func (c *rtypeClient) next(p rtypePacket) error {
	c.SetReadDeadline(time.Now().Add(10 * time.Second))
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

// hears is next for those who must hear it.
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
	r.waits("a ship", func(w *game.World) bool { return ships(w) == 1 })
	for s := (rtype.Snapshot{}); len(s.Entities) == 0 || s.Entities[0].ID != uint64(c.id); {
		c.hears(&s)
	}
	c.signals(rtype.DisconnectType)
	c.hearsSignal(rtype.GameOverType)
	r.waits("that he left", func(w *game.World) bool { return ships(w) == 0 })
}

func TestAnRTypePlayerWhoFallsSilentLosesHisShip(t *testing.T) {
	t.Parallel()
	r := newRig(t, dogfight.HostConfig{})
	c := r.rtype(r.open("rtype=:0"), 0)
	c.signals(rtype.PingType)
	r.waits("a ship", func(w *game.World) bool { return ships(w) == 1 })
	r.waits("that he is gone", func(w *game.World) bool { return ships(w) == 0 })
}

func TestAnRTypePlayerGoesOnFromAnotherAddress(t *testing.T) {
	t.Parallel()
	r := newRig(t, dogfight.HostConfig{})
	g := r.open("rtype=:0")
	first := r.rtype(g, 0)
	first.signals(rtype.PingType)
	r.waits("a ship", func(w *game.World) bool { return ships(w) == 1 })
	time.Sleep(2500 * time.Millisecond) // of silence
	second := r.rtype(g, first.id)
	if second.id != first.id {
		t.Fatalf("the same player is %d now, and was %d", second.id, first.id)
	}
	second.signals(rtype.PingType)
	second.hears(&rtype.Snapshot{})
	r.waits("one ship", func(w *game.World) bool { return ships(w) == 1 })
}
