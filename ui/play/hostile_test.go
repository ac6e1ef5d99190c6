package play

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode"

	"dogfight/game"
	"dogfight/net"
	"dogfight/proto"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play/playtest"
)

// hostile are names and lines of somebody who means harm, or writes in his own
// language.
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

// besieged is a match of such names, in which each has said and done something.
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

// places has every place that shows a name or a line.
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

// cells returns what stands in some columns of those rows of a terminal that
// show a word somewhere.
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
		const tableWidth, killsEnd = 64, 33
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
