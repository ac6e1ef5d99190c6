package play

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/proto"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play/playtest"
)

// boardRow returns the words of a row of the score board on 80 columns, separated by blanks.
func (t terminal) boardRow(y int) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(t.patch(9, y, 62, 1)[1:], "▌", " ")), " ") // without the bar in the pilot's colour
}

// scored returns a match of two with some events.
func scored() *net.View {
	v := playtest.View("Nova", "Rex")
	v.Roster[0].Ping, v.Roster[1].Flags = 38, proto.BotPilot
	v.World.Ships[0].Score, v.World.Ships[0].Kills, v.World.Ships[0].Deaths, v.World.Ships[0].Assists = 13, 1, 2, 1
	v.World.Ships[1].Score, v.World.Ships[1].Kills, v.World.Ships[1].Class = 20, 2, 2
	v.World.Ships[0].Y = playtest.Unit(150) // below the board, where it does not show through
	return v
}

func TestTheScoreBoardListsAllPilots(t *testing.T) {
	v, s, term := scored(), New(Options{}), newTerminal(t, 80, 24)
	s.Event(key(input.KeyTab), v, playtest.Noon)
	show(s, term, v, playtest.Noon)
	term.shows(t, "test match")
	for i, want := range []string{"name score K D A kind ship", "1 Rex 20 2 0 0 bot Bomber", "► 2 Nova 13 1 2 1 you Fighter"} {
		if got := term.boardRow(10 + i); got != want {
			t.Errorf("row %d: got %q, want %q", i, got, want)
		}
	}
}

func TestTheScoreBoardNamesTheKindsOfBotsInFull(t *testing.T) {
	v, s, term := playtest.View("Nova", "Badger", "Afterglow", "Ballast", "Biscuit"), New(Options{}), newTerminal(t, 60, 20)
	for slot := range v.Roster {
		ship := &v.World.Ships[slot]
		ship.Score, ship.Kills, ship.Deaths, ship.Assists, ship.Y = 100, 111, 222, 333, playtest.Unit(150)
	}
	s.Event(key(input.KeyTab), v, playtest.Noon)
	for i := 1; i < len(v.Roster); i++ {
		v.Roster[i].Flags = proto.BotPilot
	}
	show(s, term, v, playtest.Noon)
	got := strings.Join(strings.Fields(term.text()), " ")
	for _, want := range []string{"Badger 100 111 222 333 hunter", "Afterglow 100 111 222 333 sniper", "Ballast 100 111 222 333 miner", "Biscuit 100 111 222 333 collector"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not on the board:\n%s", want, term.text())
		}
	}
}

func TestTheScoreBoardGroupsTeams(t *testing.T) {
	v, s, term := scored(), New(Options{}), newTerminal(t, 80, 24)
	v.Setup.Mode = game.Teams
	v.World.Ships[0].Team, v.World.Ships[1].Team = 2, 1
	v.World.TeamScores = [game.MaxTeams + 1]int32{0, 20, 13}
	s.Event(key(input.KeyTab), v, playtest.Noon)
	show(s, term, v, playtest.Noon)
	for i, want := range []string{"team A 20 2 0 0", "1 Rex 20 2 0 0 bot Bomber", "team B 13 1 2 1", "► 1 Nova 13 1 2 1 you Fighter"} {
		if got := term.boardRow(10 + i); got != want {
			t.Errorf("row %d: got %q, want %q", i, got, want)
		}
	}
}

func TestThePlayersLineIsOnEveryScoreBoard(t *testing.T) {
	for _, mode := range []game.Mode{game.Deathmatch, game.Teams} {
		names := make([]string, game.MaxShips)
		for i := range names {
			names[i] = "pilot"
		}
		v, s, term := playtest.View(names...), New(Options{}), newTerminal(t, 60, 20)
		v.Me, v.Setup.Mode = 63, mode
		v.Roster[63].Name = "myself"
		for i := range names {
			v.World.Ships[i].Score, v.World.Ships[i].Team = int32(100-i), uint8(mode)*uint8(1+i%2)
		}
		s.Event(key(input.KeyTab), v, playtest.Noon)
		show(s, term, v, playtest.Noon)
		term.shows(t, "myself")
	}
}

func TestResultsNameTheWinnerAndTheNextMatch(t *testing.T) {
	v := scored()
	v.World.Status, v.NextMatch = game.Closed, 7500*time.Millisecond
	term := newTerminal(t, 80, 24)
	show(New(Options{Mode: canvas.ASCII}), term, v, playtest.Noon)
	term.shows(t, "REX WINS", "next match in 8 s", "1 Nova"[2:])
	v.World.Ships[0].Score = 99
	show(New(Options{Mode: canvas.ASCII}), term, v, playtest.Noon)
	term.shows(t, "VICTORY")
	v.World.Ships[1].Score = 99
	show(New(Options{Mode: canvas.ASCII}), term, v, playtest.Noon)
	term.shows(t, "DRAW")
}

func TestHeadlinesAreLargeWhereTheyFit(t *testing.T) {
	v := scored()
	v.World.Status = game.Closed
	v.World.Ships[0].Score = 99
	const want = "| ▄ ▄ ▄▄▄  ▄▄ ▄▄▄  ▄  ▄▄  ▄ ▄ " +
		"| █ █  █  █    █  █ █ █▄▀ ▀▄▀ " +
		"| ▀▄▀ ▄█▄ ▀▄▄  █  ▀▄▀ █ █  █  "
	if got := drawn(t, v).patch(25, 2, 29, 3); got != want {
		t.Errorf("got %s", strings.ReplaceAll(got, "|", "\n"))
	}
}

func TestTheBoardAndTheTopLineShareAPlaceAlike(t *testing.T) {
	v, term := playtest.View("Nova", "Rex", "Vega"), newTerminal(t, 80, 24)
	v.World.Ships[1].Score = 20
	v.World.Ships[0].Score, v.World.Ships[0].Deaths = 10, 2
	v.World.Ships[2].Score = 10
	s := New(Options{})
	s.Event(key(input.KeyTab), v, playtest.Noon)
	show(s, term, v, playtest.Noon)
	term.shows(t, "=2nd/3  10 points")
	for i, want := range []string{"1 Rex 20", "=2 Vega 10", "► =2 Nova 10"} {
		if got := term.boardRow(11 + i); !strings.HasPrefix(got, want) {
			t.Errorf("row %d: got %q, want %q", i, got, want)
		}
	}
	v.World.Ships[0].Score = 11
	show(s, term, v, playtest.Noon)
	term.shows(t, " 2nd/3  11 points", "►  2 ▌ Nova")
}

// crowded returns a match of 64 with the player at a place, from 1.
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

func TestThePlayersLineStaysWhileScrolling(t *testing.T) {
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

func TestPagesOfALongScoreBoardHaveAllPlayers(t *testing.T) {
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

func TestInFlightArrowsFlyAndPagesScroll(t *testing.T) {
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
	s.known.tally.Begun = true
	show(s, term, v, playtest.Noon)
	s.known.tally.Slots[1].Shots, s.known.tally.Slots[1].Hits = 8, 2
	s.Event(key(input.KeyTab), v, playtest.Noon)
	show(s, term, v, playtest.Noon)
	got := strings.Join(strings.Fields(term.text()), " ")
	for _, want := range []string{"kind ship weapon hits", "bot Bomber Rail gun 25%", "you Fighter Cannon"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not on the screen:\n%s", want, term.text())
		}
	}
	v.Setup.Mode = game.Trails // where all ships are alike
	show(s, term, v, playtest.Noon)
	term.shows(t, "kind")
	term.hides(t, "weapon", "Bomber", "Rail gun", "hits")
}
