package play

import (
	"fmt"
	"strings"
	"testing"

	"dogfight/game"
	"dogfight/ui/input"
	"dogfight/ui/play/playtest"
)

// crowded is a match of 64, of whom the own one is at a place, counted from 1.
func crowded(mode game.Mode, place int) *game.World {
	w := &game.World{Status: game.InProgress, Tick: 1000}
	for i := range w.Ships {
		w.Ships[i] = game.Ship{State: game.Flying, Score: int32(1000 - i), HP: 5}
		if mode == game.Teams {
			w.Ships[i].Team = uint8(1 + i%2)
		}
	}
	w.Ships[0].Score, w.Ships[place-1].Score = w.Ships[place-1].Score, w.Ships[0].Score
	return w
}

func crowdedScreen(t *testing.T, mode game.Mode, place int) (*Screen, terminal, func(...input.Key)) {
	names := make([]string, game.MaxShips)
	for i := range names {
		names[i] = fmt.Sprintf("P%d.", i)
	}
	v, s, term := playtest.View(names...), New(Options{}), newTerminal(t, 60, 20)
	v.Setup.Mode, v.World = mode, crowded(mode, place)
	v.World.Ships[0].State = game.Dead
	press := func(pressed ...input.Key) {
		for _, k := range pressed {
			s.Event(key(k), v, playtest.Noon)
		}
		show(s, term, v, playtest.Noon)
	}
	press(input.KeyTab)
	return s, term, press
}

func TestALongScoreBoardScrolls(t *testing.T) {
	_, term, press := crowdedScreen(t, game.Deathmatch, 1)
	term.shows(t, "►  1 ▌ P0.", "15 ▌ P14.", "PgUp PgDn scroll")
	term.hides(t, "P15.")
	press(input.KeyDown)
	term.shows(t, "►  1 ▌ P0.", "16 ▌ P15.")
	press(input.KeyEnd)
	term.shows(t, "P0.", "64 ▌ P63.")
	press(input.KeyPgUp)
	term.shows(t, "P0.", "50 ▌ P49.")
	term.hides(t, "P50.")
	press(input.KeyHome)
	term.shows(t, "P1.", "15 ▌ P14.")
}

func TestTheOwnLineStaysWhereverOneScrolls(t *testing.T) {
	for _, mode := range []game.Mode{game.Deathmatch, game.Teams} {
		for _, place := range []int{1, 20, 63} {
			_, term, press := crowdedScreen(t, mode, place)
			for range 70 {
				if n := strings.Count(term.text(), " P0.  "); n != 1 {
					t.Fatalf("mode %d, place %d: the own line is there %d times\n%s", mode, place, n, term.text())
				}
				press(input.KeyDown)
			}
		}
	}
}

func TestPagesOfALongScoreBoardMissNobody(t *testing.T) {
	for _, mode := range []game.Mode{game.Deathmatch, game.Teams} {
		for _, place := range []int{1, 30, 64} {
			_, term, press := crowdedScreen(t, mode, place)
			seen := map[string]bool{}
			for range 12 {
				for _, word := range strings.Fields(term.text()) {
					seen[word] = true
				}
				press(input.KeyPgDn)
			}
			for i := range game.MaxShips {
				if !seen[fmt.Sprintf("P%d.", i)] {
					t.Errorf("mode %d, place %d: P%d was on no page", mode, place, i)
				}
			}
		}
	}
}

func TestEachTeamOfALongScoreBoardHasItsShare(t *testing.T) {
	_, term, press := crowdedScreen(t, game.Teams, 1)
	term.shows(t, "team A", "P0.", "P10.", "team B", "P1.", "P11.")
	press(input.KeyEnd)
	term.shows(t, "team A", "P0.", "P62.", "team B", "P63.")
}

func TestWhoFliesKeepsHisArrowsAndScrollsByPages(t *testing.T) {
	names := make([]string, game.MaxShips)
	for i := range names {
		names[i] = fmt.Sprintf("P%d.", i)
	}
	v, s, term := playtest.View(names...), New(Options{}), newTerminal(t, 60, 20)
	s.Event(key(input.KeyTab), v, playtest.Noon)
	show(s, term, v, playtest.Noon)
	s.Event(key(keyRight), v, playtest.Noon)
	s.Event(key(input.KeyPgDn), v, playtest.Noon)
	show(s, term, v, playtest.Noon)
	if got := s.Input(playtest.Noon); got != game.Steer(game.Right) {
		t.Errorf("got input %v", got)
	}
	term.shows(t, "P20.")
}

func TestResultsOfManyScroll(t *testing.T) {
	names := make([]string, game.MaxShips)
	for i := range names {
		names[i] = fmt.Sprintf("P%d.", i)
	}
	v, s, term := playtest.View(names...), New(Options{}), newTerminal(t, 60, 20)
	v.World.Status = game.Closed
	show(s, term, v, playtest.Noon)
	term.hides(t, "P63.")
	s.Event(key(input.KeyEnd), v, playtest.Noon)
	show(s, term, v, playtest.Noon)
	term.shows(t, "P63.", "P0.")
}

func TestALargeScreenHasWeaponAndHitsOnTheBoard(t *testing.T) {
	v, s, term := scored(), New(Options{}), newTerminal(t, 100, 30)
	v.World.Ships[1].Weapon = 2
	s.tally.Begun = true
	show(s, term, v, playtest.Noon)
	s.tally.Slots[1].Shots, s.tally.Slots[1].Hits = 8, 2
	s.Event(key(input.KeyTab), v, playtest.Noon)
	show(s, term, v, playtest.Noon)
	got := strings.Join(strings.Fields(term.text()), " ")
	for _, want := range []string{"ping ship weapon hits", "bot Bomber Rail gun 25%", "38 Fighter Cannon"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not on the screen:\n%s", want, term.text())
		}
	}
}
