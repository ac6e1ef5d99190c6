package adversary_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
	"unicode"

	"dogfight/game"
	"dogfight/net"
	"dogfight/net/link"
	"dogfight/proto"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play"
)

// anyHost is a hostile host that sends random messages of the protocol.
type anyHost struct {
	t      testing.TB
	chance *rand.Rand
	setup  *game.Setup
	world  game.World
	out    []anySaid
}

type anySaid struct {
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

func (h *anyHost) say(channel link.Channel, p []byte) { h.out = append(h.out, anySaid{channel, p}) }

func (h *anyHost) control(m proto.Message) { h.say(link.Control, m.Append(nil)) }

func (h *anyHost) slot() uint8 {
	if h.chance.IntN(5) == 0 {
		return proto.NoSlot
	}
	return uint8(h.chance.IntN(game.MaxShips))
}

// begin begins a match that the client does not know.
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
	h.say(link.Data, d.Append(nil, &held))
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

// chatter says something that moves no World.
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
	return anyScreen{g, play.New(play.Options{Mode: canvas.Mode(h.chance.IntN(3)), LowBandwidth: h.chance.IntN(4) == 0, FewerFlashes: h.chance.IntN(4) == 0})}
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

// besiege has a client fly and draw for some seconds under a host that says anything.
func besiege(t testing.TB, seed uint64, noise []byte) {
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
			h.say(link.Channel(noise[0]&1), noise[1:])
		}
		now = now.Add(time.Second / 60)
		in := game.Steer(game.Course(h.chance.IntN(game.Courses))) | game.Input(h.chance.IntN(4))<<4
		s.draw(h, c.Frame(now, in), now)
	}
}

// FuzzHostileHost: no View that a host can have a client show is too much for the match screen.
func FuzzHostileHost(f *testing.F) {
	seeds := uint64(3)
	if *long {
		seeds = 20
	}
	for seed := range seeds {
		f.Add(seed, []byte{byte(seed), 0x12, 1, 0})
	}
	f.Fuzz(func(t *testing.T, seed uint64, noise []byte) { besiege(t, seed, noise) })
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
			t.Errorf("what the rules made of a World that can be is one that cannot: %v", err)
		}
	})
}
