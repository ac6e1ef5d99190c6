package ui

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/gdamore/tcell/v3/vt"

	"dogfight/game"
	"dogfight/net"
	"dogfight/proto"
)

// hostile would do harm to a terminal that got it as it is.
const hostile = "\x1b[2J\x1b]0;pwned\x07\x1bc\u009b31m\u202eevil\u200b\r\n\t日本👨\u200d👩" + "z\u0301\u0301\u0301\u0301\u0301\u0301\u0301"

// besieged is a match in which another player has a hostile name and talks.
func besieged() *flown {
	m := newFlown()
	m.view.Title = hostile
	m.view.World.Ships[1] = game.Ship{State: game.Flying, HP: 5, X: m.view.World.Ships[0].X + 40*game.One, Y: m.view.World.Ships[0].Y}
	m.view.Roster = []proto.Pilot{{ID: 1, Slot: 0, Name: "Ann"}, {ID: 2, Slot: 1, Name: hostile}, {ID: 3, Slot: proto.NoSlot, Name: hostile}}
	m.view.Chat = []net.ChatLine{{From: hostile, Pilot: 2, Slot: 1, Text: hostile}, {Pilot: proto.Notice, Slot: proto.NoSlot, Text: hostile}}
	m.view.Events = []game.Event{{Kind: game.EventKill, Slot: 1, By: 1}}
	m.view.Decided = m.view.Events
	return m
}

func TestNothingHostileReachesTheTerminal(t *testing.T) {
	for name, keys := range map[string][]string{
		"match": {"x"}, "scores": {"\t"}, "talk": {esc, "t"}, "pilots": {esc, "p"}, "entry": {enter, pasted(hostile)},
	} {
		for _, status := range []game.Status{game.Waiting, game.InProgress, game.Closed} {
			match := besieged()
			match.view.World.Status = status
			onRig(t, Config{Session: match.session("")}, func(r *rig) {
				r.press(keys...)
				r.look()
				r.resize(81, 25) // which draws all of it again
				out := r.look()
				if !strings.Contains(out, "pwne") {
					t.Errorf("%s: this test proves nothing", name)
				}
				for _, harm := range []string{"\x1b[2J\x1b]0", "pwned\x07", "\x1bc", "\u009b", "\u202e", "\u200b", "\u200d", strings.Repeat("\u0301", 4)} {
					if strings.Contains(out, harm) {
						t.Errorf("%s: %q was written", name, harm)
					}
				}
				if i := strings.IndexFunc(r.text(), func(c rune) bool { return c != '\n' && !unicode.IsPrint(c) && !unicode.Is(unicode.M, c) }); i >= 0 {
					t.Errorf("%s: the terminal shows %q", name, r.text()[i:i+3])
				}
			})
		}
	}
}

// edges returns in which columns the lines that show a word have an edge.
func (r *rig) edges(word string) (columns []int) {
	size, _ := r.eyes.WindowSize()
	rows := strings.Split(r.text(), "\n")
	for y := range int(size.Height) {
		if !strings.Contains(rows[y], word) {
			continue
		}
		for x := range int(size.Width) {
			if r.eyes.GetCell(vt.Coord{X: vt.Col(x), Y: vt.Row(y)}).C == "│" {
				columns = append(columns, x)
			}
		}
	}
	return columns
}

func TestHostileNamesLeaveTheEdgesWhereTheyAre(t *testing.T) {
	for name, test := range map[string]struct {
		keys  []string
		word  string
		edges []int
	}{
		"scores": {[]string{"\t"}, "pwned", []int{8, 71}},
		"talk":   {[]string{esc, "t"}, "pwned", []int{1, 78}},
		"pilots": {[]string{esc, "p"}, "pwned", []int{11, 68}},
	} {
		onRig(t, Config{Session: besieged().session(""), Settings: Settings{Glyphs: BlockGlyphs}}, func(r *rig) {
			r.press(test.keys...)
			got := r.edges(test.word)
			slices.Sort(got)
			if got = slices.Compact(got); !slices.Equal(got, test.edges) {
				t.Errorf("%s: edges in the columns %v, want %v:\n%s", name, got, test.edges, r.text())
			}
		})
	}
}
