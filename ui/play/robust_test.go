package play

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
	"unicode"

	"pgregory.net/rapid"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/net"
	"dogfight/proto"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play/hud"
	"dogfight/ui/play/playtest"
	"dogfight/ui/play/scene"
)

// anyView returns a match with anything anywhere. It depends on one number, so that a failure names it in one line.
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

// anyBallot returns a valid ballot, or none.
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

// fillSlot puts anything into a slot.
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
	if r.IntN(2) == 0 { // otherwise the screen would be empty
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
		s := New(Options{Mode: mode, Settings: input.Settings{FewerFlashes: rapid.Bool().Draw(t, "fewer")}})
		s.pages.overlay = overlay(rapid.IntRange(0, 4).Draw(t, "overlay"))
		s.news.figures.Open = rapid.Bool().Draw(t, "figures")
		s.camera().Zoom = scene.Zoom{Steps: rapid.IntRange(-3, 9).Draw(t, "zoom"), Whole: rapid.Bool().Draw(t, "whole")}
		s.pages.chat.Typing = rapid.Bool().Draw(t, "typing")
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

func TestAnyKeysAtAnyTimeAreHandled(t *testing.T) {
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

// siege shows one Screen unrelated Views.
type siege struct {
	*rapid.T
	*rand.Rand
	screen *Screen
	term   terminal
	now    time.Time
}

func TestAnyMatchAfterAnyOtherIsDrawn(t *testing.T) {
	t.Parallel()
	term := newTerminal(t, 80, 24)
	rapid.Check(t, func(t *rapid.T) {
		s := &siege{t, rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "moves"), 0)), New(Options{}), term, playtest.Noon}
		for range rapid.IntRange(2, 6).Draw(t, "matches") {
			v := anyView(t)
			s.worsen(v)
			s.between()
			s.meddle(v)
			show(s.screen, term, v, s.now)
			s.check(v)
			s.meddle(v)
			s.screen.Input(s.now)
		}
	})
}

// worsen makes a View invalid.
func (s *siege) worsen(v *net.View) {
	octet := func() uint8 { return uint8(s.Uint32()) }
	name := func() string { return hostile[s.IntN(len(hostile))] + hostile[s.IntN(len(hostile))] }
	v.Title = name() + v.Title
	v.Pilot = uint16(octet())
	if s.IntN(2) == 0 {
		v.Setup.Arena, _ = assets.Arena("open")
	}
	if s.IntN(3) == 0 { // all on one spot
		for i := range v.World.Ships {
			v.World.Ships[i] = game.Ship{State: game.Flying, X: playtest.Unit(40), Y: playtest.Unit(40), HP: octet(), Team: octet(), Weapon: octet() % 4, Kills: uint16(s.Uint32())}
			v.World.Shots[i][0] = game.Shot{X: playtest.Unit(40), Y: playtest.Unit(40), Left: 9, Weapon: octet() % 4}
		}
	}
	for range s.IntN(257) {
		v.Roster = append(v.Roster, proto.Pilot{ID: uint16(octet()), Slot: octet(), Flags: proto.PilotFlags(octet()), Ping: uint16(s.Uint32()), Name: name()})
	}
	for range s.IntN(50) {
		v.Chat = append(v.Chat, net.ChatLine{From: name(), Pilot: uint16(octet()), Slot: octet(), Text: name() + name()})
		v.Events = append(v.Events, game.Event{Kind: game.EventKind(octet()), Slot: octet(), By: octet(), What: octet(), X: int32(s.Uint32()), Y: -1})
	}
	v.Decided = v.Events
	v.NextMatch = time.Duration(s.Uint64())
	v.Offsets[s.IntN(game.MaxShips)] = game.Point{X: int32(s.Uint32()), Y: int32(s.Uint32())}
	switch s.IntN(8) {
	case 0:
		v.World = nil
	case 1:
		v.Setup = nil
	}
}

// between does something between two matches.
func (s *siege) between() {
	s.now = s.now.Add(time.Duration(s.IntN(3000)) * time.Millisecond)
	s.term.Resize(1+s.IntN(200), 1+s.IntN(70))
	s.screen.Set(Options{
		Mode:     canvas.Mode(s.IntN(3)),
		Settings: input.Settings{FewerFlashes: s.IntN(2) == 0, Mouse: s.IntN(2) == 0, Keys: input.BindingsOf(input.Preset(s.IntN(int(input.Presets))))},
	})
	s.screen.Releases(s.IntN(2) == 0)
	s.screen.drawing.last.camera.Zoom = scene.Zoom{Steps: s.IntN(13) - 3, Whole: s.IntN(2) == 0}
	s.screen.Teach(nil)
	if s.IntN(3) == 0 {
		s.screen.Teach(&hud.Lesson{
			Number: s.IntN(300) - 9, Of: s.IntN(9), Task: hostile[s.IntN(len(hostile))], Note: strings.Repeat("漢", s.IntN(200)),
			Goals: []game.Point{{X: int32(s.Uint32()), Y: int32(s.Uint32())}, {X: playtest.Unit(40), Y: playtest.Unit(40)}}, Over: s.IntN(2) == 0,
		})
	}
	s.screen.Host(nil)
	if s.IntN(2) == 0 {
		s.screen.Host(&hud.HostInfo{Fill: s.IntN(999), Skill: s.IntN(999)})
	}
}

// meddle does anything that a player can.
func (s *siege) meddle(v *net.View) {
	for range s.IntN(12) {
		switch s.IntN(5) {
		case 0:
			s.screen.Event(input.Event{Kind: input.Mouse, X: s.IntN(500) - 9, Y: s.IntN(200) - 9, Buttons: input.Buttons(s.IntN(8))}, v, s.now)
		case 1:
			s.screen.Event(key(input.KeyEscape+input.Key(s.IntN(30))), v, s.now)
		case 2:
			s.screen.Event(input.Event{Kind: input.PasteStart + input.EventKind(s.IntN(2))}, v, s.now)
		default:
			s.screen.Event(char(rune("abcdefghijklmnopqrstuvwxyz0123456789?+-漢\u0301\t\r"[s.IntN(44)])), v, s.now)
		}
	}
	if s.IntN(4) == 0 {
		s.screen.open(overlay(s.IntN(5)))
	}
}

// check fails on characters that must not be on any screen.
func (s *siege) check(v *net.View) {
	width, height := s.term.Size()
	for i := range width * height {
		glyph, _, _ := s.term.Get(i%width, i/width)
		if !decent(glyph) || s.screen.options.Mode == canvas.ASCII && (len(glyph) != 1 || glyph[0] < ' ' || glyph[0] > '~') {
			s.Fatalf("drew %q at %d,%d", glyph, i%width, i/width)
		}
	}
}

// hostile are malicious or foreign names and lines.
var hostile = []string{
	"\x1b[2J\x1b]0;pwned\x07",
	"e\u202evil\u2066\u200f",
	"no\u200bth\u200ding\ufeff\u00ad\u3164",
	"tower" + strings.Repeat("\u0301", 60),
	"ก" + strings.Repeat("็", 60),
	"日本語日本語日本語日本語",
	"👨\u200d👩\u200d👧👩🏽🇩🇪👍👍👍👍👍",
	"\u0301opens",
	"line\r\nline\ttab\b\x7f",
	"c1\u0085\u009b31mred",
	"broken\xff\xfe\xc3",
	"♥\ufe0f♥\ufe0fheart",
	strings.Repeat("W", 300),
	"\U000e0041\U000e0042tag",
	"",
}

// besieged returns a match of hostile names, each with chat and events.
func besieged() *net.View {
	v := playtest.View(append([]string{"Nova"}, hostile...)...)
	v.Title = hostile[0] + hostile[3]
	for i := range v.Roster {
		v.World.Ships[i].Kills = uint16(10 + i)
		v.Chat = append(v.Chat, net.ChatLine{From: v.Roster[i].Name, Pilot: uint16(i), Slot: uint8(i), Text: "says " + v.Roster[i].Name})
		v.Events = append(v.Events, game.Event{Kind: game.EventKill, Slot: uint8(i), By: uint8((i + 1) % len(v.Roster))})
	}
	v.Decided = v.Events
	for i, name := range hostile {
		v.Roster = append(v.Roster, proto.Pilot{ID: uint16(100 + i), Slot: proto.NoSlot, Name: name})
	}
	return v
}

// places draws every place of names and lines.
var places = map[string]func(s *Screen, v *net.View){
	"tags and feed": func(*Screen, *net.View) {},
	"scores":        func(s *Screen, v *net.View) { s.Event(key(input.KeyTab), v, playtest.Noon) },
	"lobby":         func(_ *Screen, v *net.View) { v.World.Status = game.Waiting },
	"results":       func(_ *Screen, v *net.View) { v.World.Status = game.Closed },
	"talk":          func(s *Screen, _ *net.View) { s.OpenTalk() },
	"pilots":        func(s *Screen, _ *net.View) { s.OpenPilots() },
	"death":         func(_ *Screen, v *net.View) { v.World.Ships[0].State = game.Dead },
	"spectator":     func(_ *Screen, v *net.View) { v.Me = -1 },
	"entry": func(s *Screen, v *net.View) {
		s.Event(key(input.KeyEnter), v, playtest.Noon)
		typed(s, v, strings.Join(hostile, ""))
		s.Refuse(strings.Join(hostile, ""), errors.New(strings.Join(hostile, "")))
	},
}

func TestNothingHostileReachesTheScreen(t *testing.T) {
	for name, open := range places {
		for _, size := range [][2]int{{60, 20}, {80, 24}, {200, 60}} {
			v, s, term := besieged(), New(Options{}), newTerminal(t, size[0], size[1])
			open(s, v)
			show(s, term, v, playtest.Noon)
			for i := range size[0] * size[1] {
				if glyph, _, _ := term.Get(i%size[0], i/size[0]); !decent(glyph) {
					t.Errorf("%s: drew %q", name, glyph)
				}
			}
		}
	}
}

// decent reports whether a glyph stays within its cell.
func decent(glyph string) bool {
	marks := 0
	for _, r := range glyph {
		if unicode.Is(unicode.M, r) {
			marks++
		}
		if !unicode.IsPrint(r) || unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) {
			return false
		}
	}
	return marks <= 3
}

// cells returns some columns of the rows of a terminal with a word.
func (t terminal) cells(x, width int, word string) (found []string) {
	_, height := t.Size()
	for y := range height {
		if strings.Contains(t.row(y), word) {
			found = append(found, t.patch(x, y, width, 1)[1:])
		}
	}
	return found
}

func TestHostileNamesLeaveTheScoreBoardAligned(t *testing.T) {
	for _, mode := range []canvas.Mode{canvas.Blocks, canvas.ASCII} {
		v, s, term := besieged(), New(Options{Mode: mode}), newTerminal(t, 80, 24)
		v.Chat = nil
		s.Event(key(input.KeyTab), v, playtest.Noon)
		show(s, term, v, playtest.Noon)
		const tableWidth, killsEnd = 64, 32
		left := (80-tableWidth)/2 + 2
		found := map[string]bool{}
		for _, kills := range term.cells(left+killsEnd-3, 3, "Fighter") {
			found[kills] = true
		}
		for i := range len(hostile) + 1 {
			if !found[fmt.Sprintf(" %d", 10+i)] {
				t.Errorf("kills of ship %d are not in their column:\n%s", i, term.text())
			}
		}
		for y := 3; y < 19; y++ {
			if edge, _ := term.glyph(left+tableWidth-3, y); edge != "│" && edge != "|" {
				t.Errorf("row %d: the edge shows %q:\n%s", y, edge, term.text())
			}
		}
	}
}

func TestHostileNamesLeaveThePagesAligned(t *testing.T) {
	for name, edge := range map[string]int{"talk": 78, "pilots": 68} {
		v, s, term := besieged(), New(Options{}), newTerminal(t, 80, 24)
		places[name](s, v)
		show(s, term, v, playtest.Noon)
		for _, word := range []string{"says", "player ", "spectator"} {
			for _, cell := range term.cells(edge, 1, word) {
				if cell != "│" && cell != "┐" {
					t.Errorf("%s: the edge shows %q:\n%s", name, cell, term.text())
				}
			}
		}
	}
}

func TestHostileNamesLeaveAwardsAligned(t *testing.T) {
	const awardsWidth, awardFigureAt = 60, 32
	for i := range hostile {
		v, s := fought()
		v.Me = -1
		v.Roster[1].Name = hostile[i]
		term := newTerminal(t, 100, 30)
		show(s, term, v, playtest.Noon)
		at := (100-awardsWidth)/2 + 2 + awardFigureAt
		for _, word := range []string{"kills in a row", "self-destruction"} {
			if got := term.cells(at, len(word)+2, word); len(got) != 1 || !strings.HasSuffix(got[0], word) {
				t.Errorf("%q: got %q:\n%s", hostile[i], got, term.text())
			}
		}
	}
}

func TestCleanNamesHaveNoMoreWidthThanTheyShow(t *testing.T) {
	for _, name := range hostile {
		clean := canvas.Clean(name)
		if again := canvas.Clean(clean); again != clean {
			t.Errorf("%q: cleaned twice is %q, once %q", name, again, clean)
		}
		if got := canvas.Width(canvas.Cut(clean, 10)); got > 10 {
			t.Errorf("%q: ten columns take %d", name, got)
		}
	}
}
