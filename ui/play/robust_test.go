package play

import (
	"math/rand/v2"
	"testing"
	"time"

	"pgregory.net/rapid"

	"dogfight/game"
	"dogfight/net"
	"dogfight/proto"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play/playtest"
	"dogfight/ui/play/scene"
)

// anyView is a match in which anything may be anywhere. It is made from one
// number, so that a failure names it in one line.
func anyView(t *rapid.T) *net.View {
	r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	v := playtest.View()
	v.Title = rapid.String().Draw(t, "title")
	v.Setup.Mode = game.Mode(r.IntN(3))
	v.Setup.TimeLimit = game.Tick(r.IntN(9999))
	v.Me = r.IntN(game.MaxShips+1) - 1
	v.Phase, v.Foreign = net.Phase(r.IntN(5)), r.IntN(4) == 0
	v.World.Rounds = game.Rounds{Number: uint8(r.Uint32()), Began: game.Tick(r.IntN(2)), Pause: uint16(r.IntN(200))}
	v.World.Zone = game.Zone{
		X: r.Int32N(1 << 20), Y: r.Int32N(1 << 20), Radius: r.Int32N(1 << 20), NextX: r.Int32N(1 << 20), NextY: r.Int32N(1 << 20), NextRadius: r.Int32N(1 << 20),
		Step: uint8(r.IntN(game.ZoneSteps)), Wait: uint16(r.IntN(900)), Closes: uint16(r.IntN(400)),
	}
	v.Stale, v.Lag = r.IntN(2) == 0, anyLag(r)
	v.World.Status, v.World.Tick = game.Status(r.IntN(3)), game.Tick(r.Uint32())
	v.Ballot, v.NextMatch = anyBallot(r, v.Title), time.Duration(r.Int64N(int64(11*time.Second)))
	for i := range r.IntN(game.MaxShips + 1) {
		fillSlot(v, i, r)
	}
	return v
}

// anyBallot is one that a host may send, or none.
func anyBallot(r *rand.Rand, words string) *proto.Ballot {
	n := r.IntN(proto.MaxChoices + 1)
	if n < 2 {
		return nil
	}
	b := &proto.Ballot{Own: uint8(r.IntN(n + 1))}
	for range n {
		b.Choices = append(b.Choices, proto.Choice{Arena: words, Mode: game.Mode(r.IntN(2)), Votes: uint8(r.IntN(game.MaxShips + 1))})
	}
	return b
}

func anyLag(r *rand.Rand) net.Lag {
	span := func() time.Duration { return time.Duration(r.Uint64()) >> r.IntN(64) }
	return net.Lag{
		Transport: []string{"", "memory", "tls", "udp", "a pigeon with very long legs"}[r.IntN(5)],
		RTT:       span(), Jitter: span(), LostDown: r.Float64(), LostUp: r.Float64() * 1e9, Slack: span(), Age: span(),
		Down: int(r.Int64()), Up: int(r.Int64()), HostTick: span(), HostLate: span(),
		Ahead: int(r.Int64()), Error: int32(r.Uint32()), RollbackRate: r.Float64() * 1e9,
		Rollbacks: r.Uint64(), Keyframes: r.Uint64(), Desyncs: r.Uint64(),
	}
}

// fillSlot puts anything into a slot, and into the places of the same number.
func fillSlot(v *net.View, i int, r *rand.Rand) {
	number, octet := func() int32 { return int32(r.Uint32()) }, func() uint8 { return uint8(r.Uint32()) }
	w, ship := v.World, &v.World.Ships[i]
	*ship = game.Ship{
		State: game.ShipState(r.IntN(3)), Team: uint8(r.IntN(3)),
		X: number(), Y: number(), VX: number(), VY: number(),
		Input: game.Input(octet()), Facing: game.Course(octet()), HP: octet(),
		Class: octet(), Weapon: uint8(r.IntN(4)), NextClass: octet(), NextWeapon: octet(),
		Live: octet(), Hits: octet(), Boost: octet(), Score: number(),
	}
	if r.IntN(2) == 0 { // or nothing would ever be on the screen
		ship.X, ship.Y = ship.X&0xffff, ship.Y&0x7fff
	}
	w.Shots[i][octet()%game.MaxShots] = game.Shot{X: ship.X, Y: ship.Y, VX: number(), VY: number(), Weapon: octet(), Left: uint16(number())}
	w.Barrels[i] = game.Barrel{X: ship.X, Y: ship.Y, HP: octet()}
	w.Items[i] = game.Item{Kind: game.ItemKind(octet()), X: ship.X, Y: ship.Y}
	v.Events = append(v.Events, game.Event{Kind: game.EventKind(r.IntN(28)), Slot: octet(), By: octet(), What: octet(), HP: octet(), X: ship.X, Y: ship.Y, FromX: number(), FromY: number()})
	v.Roster = append(v.Roster, proto.Pilot{Slot: octet(), Colour: uint8(r.IntN(proto.Colours + 1)), Name: v.Title[r.IntN(len(v.Title)+1):]})
	v.Chat = append(v.Chat, net.ChatLine{Slot: octet(), From: "x", Text: v.Title + "\x1b本" + v.Title}, net.ChatLine{Slot: octet(), From: "x", Text: "gg"})
}

func TestAnyWorldOnAnyScreenIsDrawn(t *testing.T) {
	term := newTerminal(t, 80, 24)
	rapid.Check(t, func(t *rapid.T) {
		v := anyView(t)
		term.Resize(rapid.IntRange(1, 400).Draw(t, "width"), rapid.IntRange(1, 150).Draw(t, "height"))
		mode := rapid.SampledFrom(allModes).Draw(t, "mode")
		s := New(Options{Mode: mode, FewerFlashes: rapid.Bool().Draw(t, "fewer")})
		s.overlay = overlay(rapid.IntRange(0, 4).Draw(t, "overlay"))
		s.figures.Open = rapid.Bool().Draw(t, "figures")
		s.last.camera.Zoom = scene.Zoom{Steps: rapid.IntRange(-3, 9).Draw(t, "zoom"), Whole: rapid.Bool().Draw(t, "whole")}
		s.chat.Typing = rapid.Bool().Draw(t, "typing")
		for i := range 3 {
			show(s, term, v, playtest.Noon.Add(time.Duration(i)*100*time.Millisecond))
		}
		if mode == canvas.ASCII {
			onlyASCII(t, term)
		}
	})
}

func onlyASCII(t *rapid.T, term terminal) {
	width, height := term.Size()
	for i := range width * height {
		if glyph, _, _ := term.Get(i%width, i/width); len(glyph) != 1 || glyph[0] < ' ' || glyph[0] > '~' {
			t.Fatalf("drew %q", glyph)
		}
	}
}

func TestAnyKeysAtAnyTimeAreTaken(t *testing.T) {
	term := newTerminal(t, 60, 20)
	rapid.Check(t, func(t *rapid.T) {
		v, s := anyView(t), New(Options{})
		for range 5 {
			show(s, term, v, playtest.Noon)
			for _, r := range rapid.String().Draw(t, "keys") {
				s.Event(char(r), v, playtest.Noon)
			}
			s.Event(key(keyLeft), v, playtest.Noon)
			s.Event(key(keyRight), v, playtest.Noon)
			for _, k := range []input.Key{input.F2, input.KeyPgUp, input.KeyHome, input.KeyPgDn, input.KeyEnd, input.KeyEnter} {
				if rapid.Bool().Draw(t, "press") {
					s.Event(key(k), v, playtest.Noon)
				}
			}
			if rapid.IntRange(0, 3).Draw(t, "pilots") == 0 {
				s.OpenPilots()
			}
		}
	})
}

// BenchmarkDraw draws a fight of 40 moving things on 80x24 cells.
func BenchmarkDraw(b *testing.B) {
	v := playtest.View(make([]string, 16)...)
	for i := range 16 {
		v.Roster[i].Name = "Kestrel"
		ship := &v.World.Ships[i]
		ship.X, ship.Y = playtest.Unit(20+18*int32(i)), playtest.Unit(20+int32(i*37)%120)
		ship.Input = game.Steer(game.Right)
		ship.Live = 1
		v.World.Shots[i][0] = game.Shot{X: ship.X, Y: ship.Y - playtest.Unit(20), VX: 1536, Left: 20}
		if i < 8 {
			v.World.Barrels[i] = game.Barrel{X: ship.X, Y: ship.Y + playtest.Unit(30), HP: 3}
		}
	}
	v.Events = []game.Event{{Kind: game.EventKill, X: playtest.Unit(100), Y: playtest.Unit(50)}, {Kind: game.EventBlast, X: playtest.Unit(200), Y: playtest.Unit(90)}}
	term, s, now := newTerminal(b, 80, 24), New(Options{}), playtest.Noon
	b.ReportAllocs()
	for b.Loop() {
		now = now.Add(time.Second / 30)
		show(s, term, v, now)
	}
}
