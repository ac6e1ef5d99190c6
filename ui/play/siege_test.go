package play

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

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

// siege is one Screen that is shown one View after the other, none of which has to do
// with the one before.
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
			s.look(v)
			s.meddle(v)
			s.screen.Input(s.now)
		}
	})
}

// worsen makes a View one that no host would send.
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

// between is what happens between two matches.
func (s *siege) between() {
	s.now = s.now.Add(time.Duration(s.IntN(3000)) * time.Millisecond)
	s.term.Resize(1+s.IntN(200), 1+s.IntN(70))
	s.screen.Set(Options{
		Mode: canvas.Mode(s.IntN(3)), FewerFlashes: s.IntN(2) == 0, Mouse: s.IntN(2) == 0,
		Keys: input.BindingsOf(input.Preset(s.IntN(int(input.Presets)))),
	})
	s.screen.Releases(s.IntN(2) == 0)
	s.screen.last.camera.Zoom = scene.Zoom{Steps: s.IntN(13) - 3, Whole: s.IntN(2) == 0}
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

// meddle has the player do anything.
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

// look looks for what must not be on any screen.
func (s *siege) look(v *net.View) {
	width, height := s.term.Size()
	for i := range width * height {
		glyph, _, _ := s.term.Get(i%width, i/width)
		if !decent(glyph) || s.screen.options.Mode == canvas.ASCII && (len(glyph) != 1 || glyph[0] < ' ' || glyph[0] > '~') {
			s.Fatalf("drew %q at %d,%d", glyph, i%width, i/width)
		}
	}
}
