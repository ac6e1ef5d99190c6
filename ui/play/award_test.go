package play

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net"
)

// fought is a match that is over, in which everything was done by somebody.
func fought() (*net.View, *Screen) {
	v, s := testView("Nova", "Rex", "Vega"), New(Options{})
	v.World.Status, v.NextMatch = game.Closed, 8*time.Second
	ships := &v.World.Ships
	ships[0].Kills, ships[0].Deaths, ships[0].Score = 4, 2, 40
	ships[1].Kills, ships[1].Deaths, ships[1].Score = 4, 3, 30
	ships[2].Kills, ships[2].Assists, ships[2].Deaths = 1, 5, 1
	s.tally = tally{begun: true}
	for i := range 3 {
		s.tally.deeds[i].pilot = uint16(i)
	}
	s.tally.deeds[0].shots, s.tally.deeds[0].hits = 19, 19
	s.tally.deeds[1].shots, s.tally.deeds[1].hits, s.tally.deeds[1].longest = 40, 10, 3
	s.tally.deeds[1].avenged, s.tally.deeds[1].crashes = 2, 1
	s.tally.deeds[2].items, s.tally.deeds[2].barrels = 6, 2
	return v, s
}

func TestAwardsGoToWhoEarnedThem(t *testing.T) {
	v, s := fought()
	v.Me = -1
	f := frame{View: v, pilots: &s.pilots}
	s.pilots.read(v)
	var got []string
	for _, a := range f.awards(&s.tally, f.rank(nil)) {
		got = append(got, fmt.Sprint(a.title, ", ", f.pilots.name(a.slot), ", ", a.figure))
	}
	want := []string{
		"Ace, Nova, 4 kills", // who has as many is of a lower rank
		"Untouchable, Vega, 1 death",
		"Marksman, Rex, 25% of 40 shots hit", // 19 shots are too few to tell
		"Streak, Rex, 3 kills in a row",
		"Helper, Vega, 5 assists",
		"Avenger, Rex, 2 revenges within 10 s",
		"Collector, Vega, 6 items",
		"Demolition, Vega, 2 barrels",
		"Own worst enemy, Rex, 1 self-destruction",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestNobodyIsAwardedForNothing(t *testing.T) {
	v := testView("Nova", "Rex")
	f := frame{View: v}
	if got := f.awards(&tally{}, f.rank(nil)); len(got) != 0 {
		t.Errorf("got %v", got)
	}
}

func TestTheOwnAwardsComeFirstAndAreMarked(t *testing.T) {
	v, s := fought()
	v.Me = 2
	term := newTerminal(t, 80, 24)
	show(s, term, v, noon)
	var marked []string
	for _, line := range strings.Split(term.text(), "\n") {
		if _, award, found := strings.Cut(line, "►"); found {
			marked = append(marked, strings.Join(strings.Fields(award)[:2], " "))
		}
	}
	if want := []string{"3 Vega", "Untouchable Vega", "Helper Vega", "Collector Vega"}; !slices.Equal(marked[:4], want) {
		t.Errorf("got %q, want %q\n%s", marked, want, term.text())
	}
}

func TestAwardsFindRoomOnEveryScreen(t *testing.T) {
	for _, test := range []struct {
		width, height, ships int
		titles               []string
	}{
		{60, 20, 64, []string{"Ace: you, 4 kills"}},
		{80, 24, 64, []string{"Ace", "Untouchable", "Marksman"}},
		{100, 30, 64, []string{"Ace", "Untouchable", "Marksman", "Streak"}},
		{80, 24, 3, []string{"Ace", "Untouchable", "Marksman", "Streak", "Helper"}},
		{100, 30, 3, []string{"awards", "Own worst enemy", "1 self-destruction"}},
		{140, 24, 64, []string{"awards", "Own worst enemy", "1 self-destruction"}},
		{200, 60, 3, []string{"awards", "Own worst enemy", "1 self-destruction", "hits"}},
	} {
		v, s := fought()
		for i := 3; i < test.ships; i++ {
			v.World.Ships[i].State = game.Flying
		}
		term := newTerminal(t, test.width, test.height)
		show(s, term, v, noon)
		term.shows(t, append(test.titles, "next match in 8 s", "Nova", "score")...)
	}
}

func TestAwardsThatShareARowTakeTurns(t *testing.T) {
	for fewer, want := range map[bool]int{false: 9, true: 1} {
		v, s := fought()
		for i := 3; i < 64; i++ {
			v.World.Ships[i].State = game.Flying
		}
		s.Set(Options{FewerFlashes: fewer})
		term, seen := newTerminal(t, 60, 20), map[string]bool{}
		for i := range 20 {
			show(s, term, v, noon.Add(time.Duration(i)*awardShown))
			seen[term.row(18)] = true
		}
		if len(seen) != want {
			t.Errorf("fewer flashes %v: got %d awards, want %d", fewer, len(seen), want)
		}
	}
}

func TestWhatWasNotAllSeenIsTold(t *testing.T) {
	v, s := fought()
	s.tally.partly = true
	term := newTerminal(t, 100, 30)
	show(s, term, v, noon)
	term.shows(t, "awards, * since you came", "3 kills in a row *")
	term.hides(t, "5 assists *") // the World knows
}
