package net

import (
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
)

// FuzzClientHears has a host say anything: two bytes of channel and length, and
// as many bytes, again and again. No client may panic or hang.
func FuzzClientHears(f *testing.F) {
	setup, other := testSetup(f), testSetup(f)
	other.Classes = other.Classes[:1]
	other.Mode = game.Teams
	world := game.NewWorld(setup, 1)
	world.Step(setup, []game.Order{{Kind: game.OrderJoin, Slot: 3}, {Kind: game.OrderJoin, Slot: 60, Class: 1}}, nil)
	keyframe := &proto.Keyframe{World: proto.AppendWorld(nil, setup, &world)}
	welcome := &proto.Welcome{Version: proto.Version, Token: proto.Token{1}, Slot: 3, TickRate: 60, Setup: setup}

	late := world
	late.Tick = 0xff000000 - 1
	next := world
	held := proto.BaselineOf(&world)
	orders := proto.Orders{Report: proto.Report{Pong: &proto.Pong{Nonce: 1, Held: 65535}}, Decided: proto.Decided{Base: next.Tick, Ticks: [][]game.Order{{{Kind: game.OrderLeave, Slot: 3}}, {}}}}
	for _, of := range orders.Ticks {
		next.Step(setup, of, nil)
	}
	orders.Hash = uint16(next.Hash())
	absurd := proto.Orders{Report: proto.Report{Slack: -128, Heard: 1<<32 - 1}, Decided: proto.Decided{Base: 1<<32 - 70, Ticks: make([][]game.Order, proto.MaxOrderTicks)}}
	for _, script := range [][]said{
		{{link.Data, orders.Append(nil, &held)}},
		{{link.Data, absurd.Append(nil, &held)}},
		{{link.Control, (&proto.Keyframe{World: proto.AppendWorld(nil, setup, &late)}).Append(nil)}, {link.Data, absurd.Append(nil, &held)}},
		{{link.Control, (&proto.MatchStart{Slot: 63, Setup: other}).Append(nil)}, {link.Control, keyframe.Append(nil)}},
		{{link.Control, (&proto.SpawnResult{Slot: 63}).Append(nil)}, {link.Control, (&proto.SpawnResult{Slot: proto.NoSlot}).Append(nil)}},
		{{link.Control, (&proto.SpawnResult{Status: proto.SpawnBadClass, Slot: proto.NoSlot}).Append(nil)}},
		{{link.Control, (&proto.Chat{Pilot: 9, Text: "?"}).Append(nil)}, {link.Control, (&proto.MatchOver{NextIn: 65535}).Append(nil)}},
		{{link.Control, (&proto.RTTs{List: []uint8{1, 2}}).Append(nil)}},
		{{link.Control, welcome.Append(nil)}, {link.Control, welcome.Append(nil)}, {link.Control, (&proto.Bye{Reason: "bye"}).Append(nil)}},
	} {
		f.Add(spell(script))
	}
	f.Fuzz(func(t *testing.T, script []byte) {
		near, far := link.PipeOf(link.Here, "")
		c := NewClient(ClientConfig{Dial: func() link.Link { return near }, Name: "Rex"})
		now := time.Now()
		c.Frame(now, 0)
		far.Send(link.Control, welcome.Append(nil))
		far.Send(link.Control, keyframe.Append(nil))
		for len(script) >= 2 {
			channel, n := link.Channel(script[0]>>7), int(script[0]&0x7f)<<8|int(script[1])
			n = min(n, len(script)-2)
			far.Send(channel, script[2:2+n])
			script = script[2+n:]
			now = now.Add(20 * time.Millisecond)
			see(c.Frame(now, game.Steer(game.Up)))
		}
		for range 100 {
			now = now.Add(20 * time.Millisecond)
			see(c.Frame(now, game.Steer(game.Up)))
		}
	})
}

// said is what a host says, and on which channel.
type said struct {
	channel link.Channel
	bytes   []byte
}

// spell writes a script as FuzzClientHears reads it.
func spell(script []said) (b []byte) {
	for _, s := range script {
		b = append(b, byte(s.channel)<<7|byte(len(s.bytes)>>8), byte(len(s.bytes)))
		b = append(b, s.bytes...)
	}
	return b
}

// see looks at all that a screen would.
func see(v *View) {
	if v.World == nil {
		return
	}
	for i := range v.World.Ships {
		ship := &v.World.Ships[i]
		if ship.State != game.Empty {
			_, _ = v.Setup.Classes[ship.Class], v.Setup.Weapons[ship.Weapon]
		}
	}
	if v.Me >= game.MaxShips {
		panic("no such ship")
	}
}

// TestTicksFrom2To31OnAreTicksLikeOthers is about systems of 32 bits, where such a tick is a
// negative int: a host may send Worlds up to tick ff000000.
func TestTicksFrom2To31OnAreTicksLikeOthers(t *testing.T) {
	s := testSetup(t)
	w := game.NewWorldAt(s, 7, 1<<31+1)
	near, far := link.PipeOf(link.Here, "")
	c := NewClient(ClientConfig{Dial: func() link.Link { return near }, Name: "Rex", Spectate: true, Wait: true})
	now := time.Now()
	c.Frame(now, 0)
	far.Send(link.Control, (&proto.Welcome{Version: proto.Version, Token: proto.Token{1}, Slot: proto.NoSlot, TickRate: game.TickRate, Setup: s}).Append(nil))
	far.Send(link.Control, (&proto.Keyframe{World: proto.AppendWorld(nil, s, &w)}).Append(nil))
	if v := c.Frame(now.Add(time.Second/60), 0); v.World.Tick < w.Tick {
		t.Errorf("the client is at tick %d, want %d or later: %v", v.World.Tick, w.Tick, v.Err)
	}
	l := newLate(&Match{Setup: s, World: w}, time.Second, 0)
	for range 3 * len(l.ticks) {
		w.Step(s, nil, nil)
		l.keep(w.Tick, nil, w.Hash())
		l.advance(w.Tick)
	}
	if got, want := l.world.Tick, w.Tick-l.behind; got != want {
		t.Errorf("spectators see tick %d, want %d", got, want)
	}
}
