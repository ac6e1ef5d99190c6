//go:build unix && !race

package e2e

import (
	"bytes"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unicode"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/net"
	"dogfight/net/link"
	"dogfight/proto"
	"dogfight/testkit"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play"
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

// lineHost is a host of bare TLS, which sends anything as fast as it is read.
type lineHost struct {
	addr string
	sent atomic.Int64 // bytes
}

// startLineHost serves each connection with a script until that ends or the client disconnects.
func startLineHost(t *testing.T, script func(say func(channel link.Channel, p []byte) bool)) *lineHost {
	t.Helper()
	cert, err := link.Certificate(filepath.Join(t.TempDir(), "host.pem"))
	if err != nil {
		t.Fatal(err)
	}
	listener, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: []tls.Certificate{cert}, NextProtos: []string{"dogfight/5"}})
	if err != nil {
		t.Fatal(err)
	}
	h := &lineHost{addr: listener.Addr().String()}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		go io.Copy(io.Discard, conn)
		script(func(channel link.Channel, p []byte) bool {
			n, err := conn.Write(append([]byte{byte(channel), byte(len(p) >> 16), byte(len(p) >> 8), byte(len(p))}, p...))
			h.sent.Add(int64(n))
			return err == nil
		})
	}()
	t.Cleanup(func() { listener.Close(); <-ended })
	return h
}

// TestAFloodOverARealLineFillsNoMemory sends messages over TLS at full speed, of the largest and of the smallest kind, while the client
// draws 20 frames or more.
func TestAFloodOverARealLineFillsNoMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of a real line; runs without -short")
	}
	m := newEvilMatch(evilSetup(t))
	big := proto.Roster{}
	for i := range proto.MaxPilots {
		big.Pilots = append(big.Pilots, proto.Pilot{ID: uint16(i), Slot: proto.NoSlot, Name: strings.Repeat("𝕎", proto.MaxName)})
	}
	for name, flood := range map[string][]byte{
		"large": big.Append(nil),
		"small": (&proto.MatchOver{}).Append(nil),
	} {
		for channel := range link.Channel(2) {
			if channel == link.Data && name == "large" {
				continue // is refused at once
			}
			var over atomic.Bool
			h := startLineHost(t, func(say func(link.Channel, []byte) bool) {
				for ok := say(link.Control, m.welcome()) && say(link.Control, m.keyframe()); ok && !over.Load(); {
					ok = say(channel, flood)
				}
			})
			c := net.NewClient(net.ClientConfig{Name: "Rex", Dial: func() link.Link { return link.DialTLS(h.addr, &link.KnownHosts{}) }})
			before, frames, worst := heapInUse(), 0, uint64(0)
			for end := time.Now().Add(time.Second / 8); frames < 20 || time.Now().Before(end); frames++ {
				v := c.Frame(time.Now(), game.Steer(game.Up))
				if v.Phase == net.Refused {
					t.Fatal(v.Err)
				}
				if frames%10 == 9 {
					worst = max(worst, heapInUse())
				}
				time.Sleep(time.Second / 120)
			}
			sent := h.sent.Load()
			over.Store(true) // otherwise the link would be closed a second later
			c.Leave()
			<-c.Link().Done()
			grown := (int64(worst) - int64(before)) >> 10
			t.Logf("%s on channel %d: %d kB sent, %d frames, heap +%d kB at most", name, channel, sent>>10, frames, grown)
			if grown > 16<<10 {
				t.Errorf("%s on channel %d: the heap grew by %d kB", name, channel, grown)
			}
		}
	}
}

// TestAWelcomeThatDripsTimesOut sends a byte a second of a message that never ends.
func TestAWelcomeThatDripsTimesOut(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of a real line; runs without -short")
	}
	m := newEvilMatch(evilSetup(t))
	quit := make(chan struct{})
	h := startLineHost(t, func(say func(link.Channel, []byte) bool) {
		for ok := say(link.Control, m.welcome()); ok; ok = say(link.Control, (&proto.MatchOver{}).Append(nil)) {
			select {
			case <-time.After(time.Second):
			case <-quit:
				return
			}
		}
	})
	defer close(quit)
	now := time.Now()
	c := net.NewClient(net.ClientConfig{Name: "Rex", Dial: func() link.Link { return link.DialTLS(h.addr, &link.KnownHosts{}) }})
	c.Frame(now, 0)
	testkit.Until(t, "the client is connected", func() bool { return c.Link().Ready() })
	var v *net.View
	for range 10 * 20 { // ten seconds of its time
		now = now.Add(time.Second / 20)
		if v = c.Frame(now, 0); v.Phase == net.Refused {
			break
		}
		time.Sleep(time.Millisecond)
	}
	if v.Phase != net.Refused || v.Err == nil || !strings.Contains(v.Err.Error(), "in time") {
		t.Errorf("phase %d, %v", v.Phase, v.Err)
	}
	<-c.Link().Done()
}

// anyHost is a hostile host that sends random messages of the protocol.
type anyHost struct {
	t      testing.TB
	chance *rand.Rand
	setup  *game.Setup
	world  game.World
	out    []anySent
}

type anySent struct {
	channel link.Channel
	bytes   []byte
}

// extreme returns a number up to most: often nothing, all, or nearly so.
func extreme[T ~uint8 | ~uint16 | ~uint32](h *anyHost, most T) T {
	switch h.chance.IntN(4) {
	case 0:
		return 0
	case 1:
		return most
	case 2:
		return most - T(h.chance.Uint64N(min(uint64(most), 3)+1))
	}
	return T(h.chance.Uint64N(uint64(most) + 1))
}

// text returns runes that a terminal shows, but with a misleading width.
func (h *anyHost) text(most int) string {
	runes := []rune("aWé日ก็한👩🏽🇩🇪ﷺ꧅Жא\u0301ི ⣿")
	var b strings.Builder
	for range h.chance.IntN(40) {
		b.WriteRune(runes[h.chance.IntN(len(runes))])
	}
	return b.String()
}

func (h *anyHost) arena() *game.Arena {
	for {
		w, height := 3+int(extreme(h, uint16(253))), 3+int(extreme(h, uint16(253)))
		if h.chance.IntN(2) == 0 {
			w, height = 3+h.chance.IntN(30), 3+h.chance.IntN(30)
		}
		tiles := []byte(strings.Repeat(".", w*height))
		rock := h.chance.IntN(3)
		for i := range tiles {
			if h.chance.IntN(20) < rock {
				tiles[i] = '#'
			}
		}
		for i, n := range []int{1 + h.chance.IntN(63), h.chance.IntN(3), h.chance.IntN(3), int(extreme(h, uint8(64))), int(extreme(h, uint8(32)))} {
			for range n {
				x, y := 1+h.chance.IntN(w-2), 1+h.chance.IntN(height-2)
				if i > 2 {
					tiles[y*w+x] = "o+"[i-3]
					continue
				}
				for at := range 9 {
					tiles[(y+at/3-1)*w+x+at%3-1] = '.'
				}
				tiles[y*w+x] = "@12"[i]
			}
		}
		const others = "~^v<>ABCDabcd"
		for range h.chance.IntN(30) {
			if at := &tiles[h.chance.IntN(len(tiles))]; *at == '.' {
				*at = others[h.chance.IntN(len(others))]
			}
		}
		var rows strings.Builder
		for y := range height {
			rows.Write(tiles[y*w : (y+1)*w])
			rows.WriteByte('\n')
		}
		if a, err := game.ParseArena("any", rows.String()); err == nil {
			return a
		}
	}
}

func (h *anyHost) newSetup() *game.Setup {
	s := &game.Setup{
		Arena: h.arena(), Mode: game.Mode(h.chance.IntN(len(game.Modes()))), FriendlyFire: h.chance.IntN(2) == 0, Lobby: h.chance.IntN(2) == 0,
		TimeLimit: game.Tick(extreme(h, uint32(math.MaxUint32))), ScoreLimit: int32(extreme(h, uint32(math.MaxInt32))),
	}
	if fewest, most := s.Mode.Sides(); most > 1 && h.chance.IntN(2) == 0 {
		s.Sides = uint8(max(2, fewest) + h.chance.IntN(most-max(2, fewest)+1))
	}
	for range 1 + h.chance.IntN(game.MaxPilotClasses) {
		s.Classes = append(s.Classes, game.Class{
			Name: h.text(32), Title: h.text(32), HP: max(extreme(h, uint8(game.MaxHP)), 1), TopSpeed: max(int32(extreme(h, uint16(game.MaxTopSpeed))), 1),
			Thrust: max(int32(extreme(h, uint16(game.MaxSpeed))), 1), Brake: int32(extreme(h, uint16(game.MaxSpeed))),
		})
	}
	for range 1 + h.chance.IntN(game.MaxPilotWeapons) {
		s.Weapons = append(s.Weapons, game.Weapon{
			Name: h.text(32), Title: h.text(32), Shots: max(extreme(h, uint8(8)), 1), Fan: 1 + 2*uint8(h.chance.IntN(2)),
			Damage: extreme(h, uint8(game.MaxDamage)), Cooldown: extreme(h, uint8(255)), Life: max(extreme(h, uint16(math.MaxUint16)), 1),
			Speed: int32(extreme(h, uint16(game.MaxShotSpeed))), Reach: int32(extreme(h, uint16(game.MaxReach))),
		})
	}
	for range h.chance.IntN(4) {
		class, weapon := s.Classes[0], s.Weapons[0]
		class.Drone, class.HP, weapon.Drone = true, max(extreme(h, uint8(game.MaxDroneHP)), 1), true
		s.Classes, s.Weapons = append(s.Classes, class), append(s.Weapons, weapon)
	}
	if s.Mode.State() == game.AssaultState && h.chance.IntN(4) > 0 {
		h.addCampaign(s)
	}
	return s
}

// newWorld returns any World that the Setup allows.
func (h *anyHost) newWorld() game.World {
	s, w := h.setup, game.NewWorld(h.setup, h.chance.Uint64())
	w.Tick = game.Tick(extreme(h, uint32(0xff000000-1)))
	w.Started = min(game.Tick(extreme(h, uint32(math.MaxUint32))), w.Tick)
	w.Status = game.Status(h.chance.IntN(3))
	w.TeamScores[1], w.TeamScores[2] = h.score(), h.score()
	heap := h.chance.IntN(2) == 0 // all in one place
	for i := range w.Ships {
		if h.chance.IntN(8) == 0 {
			continue
		}
		w.Ships[i] = h.ship(heap)
		for k := range w.Shots[i] {
			if w.Ships[i].Live>>k&1 != 0 {
				w.Shots[i][k] = h.shot(&w.Ships[i], heap)
			}
		}
	}
	for i := range s.Arena.Barrels {
		x, y := h.place()
		w.Barrels[i] = game.Barrel{X: x, Y: y, VX: h.speed(1023), VY: h.speed(1023), HP: extreme(h, uint8(255)), Timer: extreme(h, uint16(65535))}
	}
	for i := range w.Items {
		x, y := h.place()
		w.Items[i] = game.Item{Kind: game.ItemKind(h.chance.IntN(game.ItemKinds)), X: x, Y: y, Timer: extreme(h, uint16(65535))}
		if i >= len(s.Arena.Pads) && w.Items[i].Kind == game.NoItem {
			w.Items[i] = game.Item{}
		}
	}
	h.bendMode(&w)
	return w
}

func (h *anyHost) ship(heap bool) game.Ship {
	s := h.setup
	ship := game.Ship{
		State: game.ShipState(1 + h.chance.IntN(2)),
		VX:    h.speed(2047), VY: h.speed(2047),
		Input:  game.Steer(game.Course(h.chance.IntN(game.Courses))) | game.Input(h.chance.IntN(4))<<4,
		Facing: game.Course(1 + h.chance.IntN(game.Courses-1)), HP: extreme(h, uint8(255)),
		Class: uint8(h.chance.IntN(len(s.Classes))), Weapon: uint8(h.chance.IntN(len(s.Weapons))),
		NextClass: uint8(h.chance.IntN(len(s.Classes))), NextWeapon: uint8(h.chance.IntN(len(s.Weapons))),
		Cooldown: extreme(h, uint8(255)), Boost: extreme(h, uint8(255)), Respawn: extreme(h, uint8(255)), Protect: extreme(h, uint8(255)),
		Shield: extreme(h, uint16(65535)), Hits: extreme(h, uint8(255)), Overdrive: extreme(h, uint16(65535)),
		Extra: extreme(h, uint8(game.MaxShots)), Live: extreme(h, uint8(255)), Score: h.score(),
		Kills: extreme(h, uint16(65535)), Deaths: extreme(h, uint16(65535)), Assists: extreme(h, uint16(65535)),
	}
	if n := s.Teams(); n > 0 {
		ship.Team = uint8(1 + h.chance.IntN(n))
	}
	if s.Mode.State() == game.TrailState {
		ship.Facing = game.Course(1 + h.chance.IntN(4))
	}
	for i := range ship.Attackers {
		if left := extreme(h, uint16(65535)); left > 0 {
			ship.Attackers[i] = game.Attacker{Slot: uint8(h.chance.IntN(game.MaxShips)), Left: left}
		}
	}
	ship.X, ship.Y = h.place()
	for range 20 {
		if s.Arena.HullFits(ship.X, ship.Y) {
			break
		}
		ship.X, ship.Y = h.place()
	}
	if at := s.Arena.Spawns[0]; heap || !s.Arena.HullFits(ship.X, ship.Y) {
		ship.X, ship.Y = at.X, at.Y
	}
	return ship
}

func (h *anyHost) shot(of *game.Ship, heap bool) game.Shot {
	shot := game.Shot{Weapon: uint8(h.chance.IntN(len(h.setup.Weapons))), VX: h.speed(game.MaxShotSpeed), VY: h.speed(game.MaxShotSpeed)}
	shot.Left = max(extreme(h, h.setup.Weapons[shot.Weapon].Life), 1)
	if shot.X, shot.Y = h.place(); heap {
		shot.X, shot.Y, shot.VX, shot.VY = of.X, of.Y, 0, 0
	}
	return shot
}

func (h *anyHost) place() (x, y int32) {
	w, height := h.setup.Arena.Size()
	return int32(extreme(h, uint32(w-1))), int32(extreme(h, uint32(height-1)))
}

func (h *anyHost) speed(most uint16) int32 {
	v := int32(extreme(h, most))
	if h.chance.IntN(2) == 0 {
		return -v
	}
	return v
}

func (h *anyHost) score() int32 { return int32(extreme(h, uint32(math.MaxUint32))) }

func (h *anyHost) send(channel link.Channel, p []byte) { h.out = append(h.out, anySent{channel, p}) }

func (h *anyHost) control(m proto.Message) { h.send(link.Control, m.Append(nil)) }

func (h *anyHost) slot() uint8 {
	if h.chance.IntN(5) == 0 {
		return proto.NoSlot
	}
	return uint8(h.chance.IntN(game.MaxShips))
}

// begin starts a match that is new to the client.
func (h *anyHost) begin(welcome bool) {
	h.setup = h.playable()
	h.world = h.newWorld()
	if welcome {
		h.control(&proto.Welcome{Version: proto.Version, Token: proto.Token{1}, Pilot: uint16(h.chance.Uint32()), Slot: h.slot(), TickRate: 60, Title: h.text(60), Setup: h.setup})
	} else {
		h.control(&proto.MatchStart{Number: uint16(h.chance.Uint32()), Slot: h.slot(), Setup: h.setup})
	}
	h.keyframe()
}

func (h *anyHost) keyframe() {
	p := proto.AppendWorld(nil, h.setup, &h.world)
	if _, err := proto.ParseWorld(h.setup, p); err != nil {
		h.t.Fatalf("this World proves nothing: %v", err)
	}
	h.control(&proto.Keyframe{World: p})
}

// orders advances the match by some ticks, with any orders.
func (h *anyHost) orders() {
	held := proto.BaselineOf(&h.world)
	d := proto.Orders{Report: proto.Report{Slack: int8(h.chance.Uint32()), NewestInput: max(h.world.Tick, 1)}, Decided: proto.Decided{Base: h.world.Tick}}
	if h.chance.IntN(4) == 0 {
		d.Pong = &proto.Pong{Nonce: uint8(h.chance.Uint32()), Held: extreme(h, uint16(65535)), Lost: extreme(h, uint8(255)), Work: extreme(h, uint16(65535)), Late: extreme(h, uint8(255))}
	}
	d.Ticks = make([][]game.Order, 1+h.chance.IntN(9))
	for i := range d.Ticks {
		for range h.chance.IntN(3) {
			d.Ticks[i] = append(d.Ticks[i], h.order())
		}
		h.world.Step(h.setup, d.Ticks[i], nil)
	}
	d.Hash = uint16(h.world.Hash())
	h.send(link.Data, d.Append(nil, &held))
}

func (h *anyHost) order() game.Order {
	o := game.Order{Kind: game.OrderKind(1 + h.chance.IntN(5))}
	if o.Kind == game.OrderClose && h.chance.IntN(10) > 0 {
		o.Kind = game.OrderStart
	}
	if o.Kind < game.OrderStart {
		o.Slot = uint8(h.chance.IntN(game.MaxShips))
	}
	if o.Kind == game.OrderJoin || o.Kind == game.OrderChoose {
		o.Class, o.Weapon, o.Team = uint8(h.chance.IntN(8)), uint8(h.chance.IntN(8)), uint8(h.chance.IntN(3))
	}
	return o
}

// chatter sends messages that do not affect the World.
func (h *anyHost) chatter() {
	switch h.chance.IntN(6) {
	case 0:
		r := &proto.Roster{}
		for range extreme(h, uint16(proto.MaxPilots)) {
			if name, err := proto.CleanName(h.text(24)); err == nil {
				r.Pilots = append(r.Pilots, proto.Pilot{ID: extreme(h, uint16(65535)), Slot: h.slot(), Flags: proto.PilotFlags(h.chance.IntN(8)), Ping: extreme(h, uint16(65535)), Name: name})
			}
		}
		h.control(r)
	case 1:
		h.control(&proto.Chat{Pilot: extreme(h, uint16(65535)), Text: "x" + h.text(100)})
	case 2:
		h.control(&proto.MatchOver{NextIn: extreme(h, uint16(65535))})
	case 3:
		h.control(&proto.SpawnResult{Slot: h.slot()})
	case 4:
		h.control(&proto.RTTs{List: make([]uint8, extreme(h, uint8(255)))})
	case 5:
		if h.chance.IntN(4) == 0 {
			h.begin(h.chance.IntN(2) == 0)
		}
	}
}

func (h *anyHost) next() (link.Channel, []byte) {
	if len(h.out) == 0 {
		return 0, nil
	}
	said := h.out[0]
	h.out = h.out[1:]
	return said.channel, said.bytes
}

// anyScreen is the match screen on a terminal of any size.
type anyScreen struct {
	*canvas.Grid
	screen *play.Screen
}

func (h *anyHost) newScreen() anyScreen {
	sizes := [][2]int{{1, 1}, {60, 20}, {80, 24}, {120, 40}, {320, 100}}
	size := sizes[h.chance.IntN(len(sizes))]
	g := canvas.NewGrid(256)
	g.Resize(size[0], size[1])
	return anyScreen{g, play.New(play.Options{Mode: canvas.Mode(h.chance.IntN(3)), LowBandwidth: h.chance.IntN(4) == 0, Settings: input.Settings{FewerFlashes: h.chance.IntN(4) == 0}})}
}

// draw draws the screen, with any page open, and checks that the terminal gets nothing harmful.
func (s anyScreen) draw(h *anyHost, v *net.View, now time.Time) {
	if h.chance.IntN(10) == 0 {
		some := []input.Key{input.KeyTab, input.KeyEnter, input.KeyEscape, input.KeyPgUp, input.KeyEnd, input.Key("thpzxn +-"[h.chance.IntN(9)])}
		s.screen.Event(input.PressOf(some[h.chance.IntN(len(some))]), v, now)
	}
	switch h.chance.IntN(40) {
	case 0:
		s.screen.OpenTalk()
	case 1:
		s.screen.OpenPilots()
	}
	s.screen.See(v, now)
	s.screen.Draw(s.Grid)
	width, height := s.Size()
	for i := range width * height {
		glyph, _, _ := s.Get(i%width, i/width)
		for _, r := range glyph {
			if !unicode.IsPrint(r) || unicode.In(r, unicode.Other_Default_Ignorable_Code_Point) {
				h.t.Fatalf("drew %q", glyph)
			}
		}
	}
}

// playHostile plays and draws for some seconds at a host that sends random messages.
func playHostile(t testing.TB, seed uint64, noise []byte) {
	h := &anyHost{t: t, chance: rand.New(rand.NewPCG(seed, 1))}
	now := time.Unix(1_000_000, 0)
	host := &evilHost{now: &now, next: h.next, done: make(chan struct{})}
	c := net.NewClient(net.ClientConfig{Name: "Rex", Dial: func() link.Link { return host }})
	s := h.newScreen()
	h.begin(true)
	for n := range 240 {
		if n%2 == 0 {
			h.orders()
		}
		if h.chance.IntN(8) == 0 {
			h.chatter()
		}
		if n == 200 && len(noise) > 0 { // which ends it, nearly always
			h.send(link.Channel(noise[0]&1), noise[1:])
		}
		now = now.Add(time.Second / 60)
		in := game.Steer(game.Course(h.chance.IntN(game.Courses))) | game.Input(h.chance.IntN(4))<<4
		s.draw(h, c.Frame(now, in), now)
	}
}

// FuzzHostileHost: the match screen can show each View that a host can cause.
func FuzzHostileHost(f *testing.F) {
	seeds := uint64(3)
	if *long {
		seeds = 20
	}
	for seed := range seeds {
		f.Add(seed, []byte{byte(seed), 0x12, 1, 0})
	}
	f.Fuzz(func(t *testing.T, seed uint64, noise []byte) { playHostile(t, seed, noise) })
}

// FuzzHostileWorld: a World with flipped bits is refused, or can be played for ten seconds.
func FuzzHostileWorld(f *testing.F) {
	seeds := uint64(5)
	if *long {
		seeds = 10
	}
	for seed := range seeds {
		f.Add(seed, uint16(80*seed), []byte{1})
		f.Add(seed, uint16(11), []byte{0x80, byte(seed)})
	}
	f.Fuzz(func(t *testing.T, seed uint64, at uint16, turned []byte) {
		h := &anyHost{t: t, chance: rand.New(rand.NewPCG(seed, 2))}
		h.setup = h.playable()
		h.world = h.newWorld()
		p := proto.AppendWorld(nil, h.setup, &h.world)
		for i, bits := range turned {
			p[(int(at)+i)%len(p)] ^= bits
		}
		w, err := proto.ParseWorld(h.setup, p)
		if err != nil || w.Tick >= 0xff000000-600 { // the last of which are beyond those of a keyframe
			return
		}
		s := h.newScreen()
		v := &net.View{Phase: net.Playing, Setup: h.setup, World: &w, Me: h.chance.IntN(65) - 1}
		var events game.Events
		for n := range 600 {
			events.List = events.List[:0]
			w.Step(h.setup, []game.Order{h.order()}, &events)
			v.Events, v.Decided = events.List, events.List
			if n%30 == 0 {
				s.draw(h, v, time.Unix(1_000_000, 0).Add(time.Duration(n)*time.Second/60))
			}
		}
		if _, err := proto.ParseWorld(h.setup, proto.AppendWorld(nil, h.setup, &w)); err != nil {
			t.Errorf("the rules made an invalid World of a valid one: %v", err)
		}
	})
}
