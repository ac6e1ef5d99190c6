package play

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/proto"
	"dogfight/ui/input"
	"dogfight/ui/play/playtest"
)

// heard draws lines that came in one by one.
func (s *Screen) heard(term terminal, v *net.View, lines ...net.ChatLine) {
	for _, line := range lines {
		v.Chat = []net.ChatLine{line}
		show(s, term, v, playtest.Noon)
	}
	v.Chat = nil
	show(s, term, v, playtest.Noon)
}

// said are so many lines of Rex, numbered from 1.
func said(n int) (lines []net.ChatLine) {
	for i := range n {
		lines = append(lines, net.ChatLine{From: "Rex", Pilot: 1, Slot: 1, Text: fmt.Sprintf("line %d.", i+1)})
	}
	return lines
}

func TestAllThatWasSaidIsThereToBeRead(t *testing.T) {
	v, s, term := playtest.View("Nova", "Rex"), New(Options{}), newTerminal(t, 80, 24)
	v.World.Tick = 70 * game.TickRate
	s.heard(term, v, net.ChatLine{Pilot: proto.Notice, Slot: proto.NoSlot, Text: "Rex has joined"})
	s.heard(term, v, said(1)...)
	later := playtest.Noon.Add(time.Hour)
	show(s, term, v, later)
	term.hides(t, "Rex has joined")
	s.Event(key(input.F2), v, later)
	show(s, term, v, later)
	term.shows(t, "1:10 Rex has joined", "1:10 Rex: line 1.")
	s.Event(key(input.KeyEscape), v, later)
	show(s, term, v, later)
	term.hides(t, "line 1.")
}

func TestTheTalkScrolls(t *testing.T) {
	v, s, term := playtest.View("Nova", "Rex"), New(Options{}), newTerminal(t, 60, 20)
	s.heard(term, v, said(100)...)
	s.OpenTalk()
	show(s, term, v, playtest.Noon)
	term.shows(t, "line 100.", "line 85.")
	term.hides(t, "line 84.", "more below")
	for _, step := range []struct {
		key         input.Key
		first, last int
	}{
		{input.KeyUp, 84, 99}, {input.KeyPgUp, 69, 84}, {input.KeyDown, 70, 85}, {input.KeyHome, 1, 16},
		{input.KeyUp, 1, 16}, {input.KeyPgDn, 16, 31}, {input.KeyEnd, 85, 100}, {input.KeyDown, 85, 100},
	} {
		s.Event(key(step.key), v, playtest.Noon)
		show(s, term, v, playtest.Noon)
		term.shows(t, fmt.Sprintf("line %d.", step.first), fmt.Sprintf("line %d.", step.last))
		term.hides(t, fmt.Sprintf("line %d.", step.first-1), fmt.Sprintf("line %d.", step.last+1))
	}
}

func TestWhoReadsIsNotMovedByNewLines(t *testing.T) {
	v, s, term := playtest.View("Nova", "Rex"), New(Options{}), newTerminal(t, 60, 20)
	s.heard(term, v, said(30)...)
	s.OpenTalk()
	s.Event(key(input.KeyPgUp), v, playtest.Noon)
	show(s, term, v, playtest.Noon)
	before := term.text()
	s.heard(term, v, said(3)...)
	if after := term.text(); after != before {
		t.Errorf("it moved from\n%s\nto\n%s", before, after)
	}
	term.shows(t, "more below")
}

func TestLongLinesWrapInTheTalk(t *testing.T) {
	v, s, term := playtest.View("Nova", "Rex"), New(Options{}), newTerminal(t, 60, 20)
	words := strings.Repeat("all work and no play ", 9) + "the end"
	s.heard(term, v, net.ChatLine{From: "Rex", Pilot: 1, Slot: 1, Text: words})
	s.OpenTalk()
	show(s, term, v, playtest.Noon)
	var read []string
	for _, row := range strings.Split(term.patch(3, 2, 54, 14), "|") {
		read = append(read, strings.Fields(row)...)
	}
	if got := strings.Join(read, " "); !strings.HasSuffix(got, "Rex: "+words) {
		t.Errorf("got %q", got)
	}
}

func TestPgUpOpensTheTalkForAsLongAsOneTypes(t *testing.T) {
	v, s, term := playtest.View("Nova", "Rex"), New(Options{}), newTerminal(t, 60, 20)
	s.heard(term, v, said(40)...)
	s.Event(key(input.KeyEnter), v, playtest.Noon)
	typed(s, v, "what?")
	s.Event(key(input.KeyPgUp), v, playtest.Noon)
	show(s, term, v, playtest.Noon)
	term.shows(t, "line 40.", "line 27.", "say: what?_")
	s.Event(key(input.KeyPgUp), v, playtest.Noon)
	show(s, term, v, playtest.Noon)
	term.shows(t, "line 14.", "say: what?_")
	if got := s.Event(key(input.KeyEnter), v, playtest.Noon); got.Text != "what?" {
		t.Errorf("got %v", got)
	}
	show(s, term, v, playtest.Noon)
	term.hides(t, "line 14.")
}

func TestPagesThatTakeTheKeysSteerNoShip(t *testing.T) {
	for _, open := range []func(*Screen){(*Screen).OpenTalk, (*Screen).OpenPilots} {
		v, s, term := playtest.View("Nova", "Rex"), New(Options{}), newTerminal(t, 60, 20)
		s.Event(key(keyRight), v, playtest.Noon)
		open(s)
		show(s, term, v, playtest.Noon)
		for _, k := range []input.Key{input.KeyUp, input.KeyLeft, input.KeyPgDn} {
			s.Event(key(k), v, playtest.Noon)
		}
		typed(s, v, "wasd f")
		if !s.Typing() || s.Input(playtest.Noon) != 0 {
			t.Error("the ship is steered")
		}
		s.Event(key(input.KeyEscape), v, playtest.Noon)
		if s.Typing() || s.Input(playtest.Noon) != 0 {
			t.Error("the keys act afterwards")
		}
	}
}
