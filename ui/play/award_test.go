package play

import (
	"slices"
	"strings"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/ui/play/model"
	"dogfight/ui/play/playtest"
)

// fought is a match that is over, in which everything was done by somebody.
func fought() (*net.View, *Screen) {
	v, s := playtest.View("Nova", "Rex", "Vega"), New(Options{})
	v.World.Status, v.NextMatch = game.Closed, 8*time.Second
	ships := &v.World.Ships
	ships[0].Kills, ships[0].Deaths, ships[0].Score = 4, 2, 40
	ships[1].Kills, ships[1].Deaths, ships[1].Score = 4, 3, 30
	ships[2].Kills, ships[2].Assists, ships[2].Deaths = 1, 5, 1
	s.tally = model.Tally{Begun: true}
	for i := range 3 {
		s.tally.Pilots[i] = uint16(i)
	}
	s.tally.Slots[0].Shots, s.tally.Slots[0].Hits = 19, 19
	s.tally.Slots[1].Shots, s.tally.Slots[1].Hits, s.tally.Slots[1].LongestStreak = 40, 10, 3
	s.tally.Slots[1].Avenged, s.tally.Slots[1].Crashes = 2, 1
	s.tally.Slots[2].Items, s.tally.Slots[2].Barrels = 6, 2
	return v, s
}

func TestTheOwnAwardsComeFirstAndAreMarked(t *testing.T) {
	v, s := fought()
	v.Me = 2
	term := newTerminal(t, 80, 24)
	show(s, term, v, playtest.Noon)
	var marked []string
	for _, line := range strings.Split(term.text(), "\n") {
		if _, award, found := strings.Cut(line, "►"); found {
			marked = append(marked, strings.Join(strings.Fields(award)[:2], " "))
		}
	}
	if want := []string{"3 ▌", "30 points", "Untouchable Vega", "Helper Vega", "Collector Vega"}; !slices.Equal(marked[:5], want) {
		t.Errorf("got %q, want %q\n%s", marked, want, term.text())
	}
}

func TestAwardsFindRoomOnEveryScreen(t *testing.T) {
	for _, test := range []struct {
		width, height, ships int
		titles               []string
	}{
		{60, 20, 64, []string{"Ace: you, 4 kills"}},
		{80, 24, 64, []string{"Ace: you, 4 kills"}},
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
		show(s, term, v, playtest.Noon)
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
			show(s, term, v, playtest.Noon.Add(time.Duration(i)*2*time.Second))
			seen[term.row(18)] = true
		}
		if len(seen) != want {
			t.Errorf("fewer flashes %v: got %d awards, want %d", fewer, len(seen), want)
		}
	}
}

func TestWhatWasNotAllSeenIsTold(t *testing.T) {
	v, s := fought()
	s.tally.Partly = true
	term := newTerminal(t, 100, 30)
	show(s, term, v, playtest.Noon)
	term.shows(t, "awards, * since you joined", "3 kills in a row *")
	term.hides(t, "5 assists *") // the World knows
}
