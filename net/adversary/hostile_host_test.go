package adversary_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/net"
	"dogfight/net/link"
	"dogfight/proto"
)

// evilHost is a link to a hostile host, which sends the messages of a script as fast as they are read.
type evilHost struct {
	now     *time.Time                    // of the test
	next    func() (link.Channel, []byte) // nil bytes: nothing now
	err     error
	sent    uint64 // bytes
	packets uint64 // messages of the client
	done    chan struct{}
}

func (e *evilHost) Send(_ link.Channel, p []byte) { e.packets++ }

func (e *evilHost) Receive(buf []byte) (link.Packet, bool) {
	if e.err != nil {
		return link.Packet{}, false
	}
	channel, p := e.next()
	if p == nil {
		return link.Packet{}, false
	}
	e.sent += uint64(len(p))
	return link.Packet{Channel: channel, At: *e.now, Bytes: append(buf[:0], p...)}, true
}

func (e *evilHost) Ready() bool           { return true }
func (e *evilHost) Err() error            { return e.err }
func (e *evilHost) Close()                { e.err = link.ErrClosed }
func (e *evilHost) Done() <-chan struct{} { return e.done }
func (e *evilHost) Remote() string        { return "192.0.2.1:4242" }
func (e *evilHost) Identity() string      { return "" }
func (e *evilHost) Kind() string          { return "tls" }
func (e *evilHost) Counts() link.Counts   { return link.Counts{} }

// evilSetup is a match of the largest size that the protocol has.
func evilSetup(t testing.TB) *game.Setup {
	t.Helper()
	var rows strings.Builder
	for y := range game.MaxTiles {
		for x := range game.MaxTiles {
			switch {
			case x%8 == 4 && y%8 == 4 && x < 64 && y < 64:
				rows.WriteByte('@')
			case x%8 > 6 && y%2 == 0:
				rows.WriteByte('#')
			default:
				rows.WriteByte('.')
			}
		}
		rows.WriteByte('\n')
	}
	arena, err := game.ParseArena(strings.Repeat("W", 32), rows.String())
	if err != nil {
		t.Fatal(err)
	}
	s := &game.Setup{Arena: arena}
	for i := range game.MaxPilotClasses {
		name := fmt.Sprintf("%032d", i)
		s.Classes = append(s.Classes, game.Class{Name: name, Title: name, HP: game.MaxHP, TopSpeed: 1, Thrust: 1})
		s.Weapons = append(s.Weapons, game.Weapon{Name: name, Title: name, Shots: 8, Fan: 1, Life: 65535, Damage: 0, Reach: game.MaxReach})
	}
	return s
}

// evilMatch is a match of a hostile host that follows the rules as far as it wants.
type evilMatch struct {
	setup *game.Setup
	world game.World
}

func newEvilMatch(s *game.Setup) *evilMatch {
	m := &evilMatch{setup: s, world: game.NewWorld(s, 1)}
	m.world.Step(s, []game.Order{{Kind: game.OrderJoin}}, nil)
	return m
}

func (m *evilMatch) welcome() []byte {
	w := proto.Welcome{Version: proto.Version, Token: proto.Token{1}, Slot: 0, TickRate: 60, Title: "Fun", Setup: m.setup}
	return w.Append(nil)
}

func (m *evilMatch) keyframe() []byte {
	return (&proto.Keyframe{World: proto.AppendWorld(nil, m.setup, &m.world)}).Append(nil)
}

// orders advances the match by some ticks, and returns their packet.
func (m *evilMatch) orders(ticks int) []byte {
	held := proto.BaselineOf(&m.world)
	d := proto.Orders{Decided: proto.Decided{Base: m.world.Tick, Ticks: make([][]game.Order, ticks)}}
	for range ticks {
		m.world.Step(m.setup, nil, nil)
	}
	d.Hash = uint16(m.world.Hash())
	return d.Append(nil, &held)
}

// evilScript returns the messages of a host: a valid start, and then the result of again, forever.
func evilScript(m *evilMatch, again func(n int) (link.Channel, []byte)) func() (link.Channel, []byte) {
	n := -3
	return func() (link.Channel, []byte) {
		n++
		switch n {
		case -2:
			return link.Control, m.welcome()
		case -1:
			return link.Control, m.keyframe()
		}
		return again(n)
	}
}

// A hostile host cannot exceed these limits of a client.
const (
	mostWorlds = 4   // Keyframes in a Frame
	mostTicks  = 128 // of the confirmed World in a Frame
	mostHeap   = 8 << 20
	mostSent   = 40 // packets of the client a second, over any time
)

// evils are attacks of a hostile host on a client in its match, and the error with which the client leaves:
// "" if it stays.
func evils(t testing.TB) map[string]struct {
	again func(m *evilMatch) func(n int) (link.Channel, []byte)
	want  string
} {
	control := func(send func(m *evilMatch, n int) []byte) func(*evilMatch) func(int) (link.Channel, []byte) {
		return func(m *evilMatch) func(int) (link.Channel, []byte) {
			return func(n int) (link.Channel, []byte) { return link.Control, send(m, n) }
		}
	}
	roster := proto.Roster{}
	for i := range proto.MaxPilots {
		roster.Pilots = append(roster.Pilots, proto.Pilot{ID: uint16(i), Slot: uint8(i % 64), Name: strings.Repeat("𝕎", proto.MaxName)})
	}
	bigRoster := roster.Append(nil)
	type evil = struct {
		again func(m *evilMatch) func(n int) (link.Channel, []byte)
		want  string
	}
	return map[string]evil{
		"keyframes without end": {control(func(m *evilMatch, n int) []byte { return m.keyframe() }), "new matches faster than any can be played"},
		"welcomes without end":  {control(func(m *evilMatch, n int) []byte { return m.welcome() }), "new matches faster than any can be played"},
		"rosters without end":   {control(func(m *evilMatch, n int) []byte { return bigRoster }), "has stopped"},
		"chat without end": {control(func(m *evilMatch, n int) []byte {
			return (&proto.Chat{Pilot: 7, Text: strings.Repeat("x", 200)}).Append(nil)
		}), "has stopped"},
		"matches without end": {control(func(m *evilMatch, n int) []byte {
			return (&proto.MatchStart{Number: uint16(n), Setup: m.setup}).Append(nil)
		}), "new matches faster than any can be played"},
		"ends without end":  {control(func(m *evilMatch, n int) []byte { return (&proto.MatchOver{NextIn: uint16(n)}).Append(nil) }), "has stopped"},
		"ships without end": {control(func(m *evilMatch, n int) []byte { return (&proto.SpawnResult{Slot: uint8(n % 64)}).Append(nil) }), "has stopped"},
		"refusals without end": {control(func(m *evilMatch, n int) []byte {
			if n == 0 {
				return (&proto.SpawnResult{Slot: proto.NoSlot}).Append(nil)
			}
			return (&proto.SpawnResult{Status: proto.SpawnBadClass, Slot: proto.NoSlot}).Append(nil)
		}), "refuses every ship that it offers"},
		"round trips without end": {control(func(m *evilMatch, n int) []byte { return (&proto.RTTs{List: make([]byte, 256)}).Append(nil) }), "has stopped"},
		"time that races": {func(m *evilMatch) func(int) (link.Channel, []byte) {
			return func(n int) (link.Channel, []byte) { return link.Data, m.orders(proto.MaxOrderTicks) }
		}, ""},
		"hashes that never agree": {func(m *evilMatch) func(int) (link.Channel, []byte) {
			return func(n int) (link.Channel, []byte) {
				if n%2 == 1 {
					return link.Control, m.keyframe()
				}
				p := m.orders(1)
				p[6]++ // of the hash
				return link.Data, p
			}
		}, "never agrees with its own orders"},
		"silence": {func(m *evilMatch) func(int) (link.Channel, []byte) {
			return func(n int) (link.Channel, []byte) { return 0, nil }
		}, "has stopped"},
		"news of the past": {func(m *evilMatch) func(int) (link.Channel, []byte) {
			p := m.orders(3)
			return func(n int) (link.Channel, []byte) { return link.Data, p }
		}, "has stopped"},
		"noise": {func(m *evilMatch) func(int) (link.Channel, []byte) {
			return func(n int) (link.Channel, []byte) { return link.Data, bytes.Repeat([]byte{0x9f}, 1200) }
		}, "has stopped"},
	}
}

// TestAHostileHostCannotHoldAClientUp lets a client join a host that then repeats one attack.
func TestAHostileHostCannotHoldAClientUp(t *testing.T) {
	if testing.Short() {
		t.Skip("every hostile host is watched for seconds; runs without -short")
	}
	setup := evilSetup(t)
	for name, evil := range evils(t) {
		t.Run(name, func(t *testing.T) {
			m, now := newEvilMatch(setup), time.Unix(1_000_000, 0)
			host := &evilHost{now: &now, next: evilScript(m, evil.again(m)), done: make(chan struct{})}
			dials := 0
			c := net.NewClient(net.ClientConfig{Name: "Rex", Dial: func() link.Link {
				if dials++; dials > 1 {
					return &evilHost{now: &now, err: errors.New("no host answers"), done: host.done}
				}
				return host
			}})
			watchClient(t, c, host, evil.want)
		})
	}
}

func watchClient(t *testing.T, c *net.Client, host *evilHost, want string) {
	t.Helper()
	before := heapInUse()
	keyframes, tick, worst, sent := uint64(0), game.Tick(0), uint64(0), uint64(0)
	var longest time.Duration
	var reason error
	seconds, frames := 16, 12 // frames a second
	if *long {
		seconds, frames = 60, 60
	}
	for range seconds * frames {
		*host.now = host.now.Add(time.Second / time.Duration(frames))
		began := time.Now()
		v := c.Frame(*host.now, game.Steer(game.Up))
		longest = max(longest, time.Since(began))
		if n := v.Lag.Keyframes - keyframes; n > mostWorlds {
			t.Fatalf("%d keyframes in a frame", n)
		}
		keyframes = v.Lag.Keyframes
		if v.World != nil {
			confirmed := v.World.Tick - game.Tick(v.Lag.Ahead)
			if confirmed-tick > mostTicks && tick != 0 {
				t.Fatalf("%d ticks in a frame", confirmed-tick)
			}
			tick = confirmed
		}
		worst, sent = max(worst, host.sent-sent), host.sent
		if v.Err != nil {
			reason = v.Err
			if v.Phase == net.Lost || v.Phase == net.Refused || v.Phase == net.Ended {
				break
			}
		}
	}
	grown := int64(heapInUse()) - int64(before)
	t.Logf("longest frame %v, %d bytes read in one, %d in all, heap +%d kB, %d packets sent; ended with: %v",
		longest, worst, host.sent, grown>>10, host.packets, reason)
	if grown > mostHeap {
		t.Errorf("the heap grew by %d bytes", grown)
	}
	if host.packets > uint64(seconds)*mostSent {
		t.Errorf("the client sent %d packets", host.packets)
	}
	if worst > 256<<10 {
		t.Errorf("%d bytes read in a frame", worst)
	}
	switch {
	case want == "" && reason != nil:
		t.Errorf("left for %v", reason)
	case want != "" && (reason == nil || !strings.Contains(reason.Error(), want)):
		t.Errorf("got the error %v, expected one with %q", reason, want)
	case reason != nil && strings.ContainsAny(reason.Error(), "\n\r\x1b"):
		t.Errorf("not one line: %q", reason)
	}
	runtime.KeepAlive(c)
}

// TestAClientFliesOnWhereverTheHostPutsTheTime lets a host jump by hours, back and forth: each time the client returns to the match's
// present, and predicts.
func TestAClientFliesOnWhereverTheHostPutsTheTime(t *testing.T) {
	m, now := newEvilMatch(evilSetup(t)), time.Unix(1_000_000, 0)
	var say [][]byte
	script := evilScript(m, func(int) (link.Channel, []byte) {
		if len(say) == 0 {
			return 0, nil
		}
		p := say[0]
		say = say[1:]
		if p[0] == byte(proto.KeyframeType) {
			return link.Control, p
		}
		return link.Data, p
	})
	host := &evilHost{now: &now, next: script, done: make(chan struct{})}
	c := net.NewClient(net.ClientConfig{Name: "Rex", Dial: func() link.Link { return host }})
	for _, tick := range []game.Tick{500_000, 1_000, 0xff000000 - 500, 70_000} {
		m.world.Tick, m.world.Started = tick, 0
		say = append(say, m.keyframe())
		var v *net.View
		for range 60 {
			now = now.Add(time.Second / 60)
			v = c.Frame(now, game.Steer(game.Up))
			say = append(say, m.orders(1))
		}
		if got := int64(v.World.Tick) - int64(m.world.Tick); got < -5 || got > 20 {
			t.Errorf("at tick %d the client is %d ticks ahead", tick, got)
		}
		if v.Phase != net.Playing {
			t.Errorf("phase %d, %v", v.Phase, v.Err)
		}
	}
}

func heapInUse() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapInuse
}

// playable returns a Setup that a client accepts. In modes that need more of an arena than chance provides, it is one of ours.
func (h *anyHost) playable() *game.Setup {
	s := h.newSetup()
	if s.Mode.Plays(s.Arena, int(s.Sides)) == nil {
		return s
	}
	for _, i := range h.chance.Perm(len(assets.Arenas())) {
		if a := assets.Arenas()[i]; s.Mode.Plays(a, int(s.Sides)) == nil {
			s.Arena = a
			return s
		}
	}
	s.Mode, s.Sides, s.Campaign = game.Deathmatch, 0, nil
	return s
}

// addCampaign adds one of our campaigns to a Setup, if it still can be sent.
func (h *anyHost) addCampaign(s *game.Setup) {
	names := assets.CampaignNames()
	with := *s
	with.Classes, with.Weapons = slices.Clone(s.Classes), slices.Clone(s.Weapons)
	if err := assets.AddCampaign(&with, names[h.chance.IntN(len(names))]); err != nil {
		h.t.Fatal(err)
	}
	if _, err := proto.Parse((&proto.MatchStart{Setup: &with}).Append(nil)); err == nil {
		*s = with
	}
}

// bends is the number of changed values in the state of a mode.
const bends = 40

// bendMode changes values in the state of the mode to any that a client accepts.
func (h *anyHost) bendMode(w *game.World) {
	if _, err := proto.ParseWorld(h.setup, proto.AppendWorld(nil, h.setup, w)); err != nil {
		h.t.Fatalf("this World proves nothing: %v", err)
	}
	for range bends {
		before := *w
		parts := [...]any{&w.Rounds, &w.Zone, &w.Orb, &w.Racers, &w.Trails, &w.Assault, &w.Drones}
		bend(h.chance, reflect.ValueOf(parts[h.chance.IntN(len(parts))]).Elem())
		got, err := proto.ParseWorld(h.setup, proto.AppendWorld(nil, h.setup, w))
		if err != nil {
			got = before
		}
		*w = got // without state that the mode does not send
	}
}

// bend makes one number within v anything.
func bend(chance *rand.Rand, v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		bend(chance, v.Field(chance.IntN(v.NumField())))
	case reflect.Array:
		bend(chance, v.Index(chance.IntN(v.Len())))
	case reflect.Int8, reflect.Int16, reflect.Int32:
		v.SetInt(int64(int32(chance.Uint32())>>chance.IntN(32)) << (64 - v.Type().Bits()) >> (64 - v.Type().Bits()))
	default:
		v.SetUint(uint64(chance.Uint32()>>chance.IntN(32)) << (64 - v.Type().Bits()) >> (64 - v.Type().Bits()))
	}
}
