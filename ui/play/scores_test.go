package play

import (
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

// boardRow returns the words of a row of the score board on 80 columns, with one
// blank between them.
func (t terminal) boardRow(y int) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(t.patch(9, y, 62, 1)[1:], "▌", " ")), " ") // without the bar in the pilot's colour
}

// scored is a match of two in which something happened.
func scored() *net.View {
	v := playtest.View("Nova", "Rex")
	v.Roster[0].Ping, v.Roster[1].Flags = 38, proto.BotPilot
	v.World.Ships[0].Score, v.World.Ships[0].Kills, v.World.Ships[0].Deaths, v.World.Ships[0].Assists = 13, 1, 2, 1
	v.World.Ships[1].Score, v.World.Ships[1].Kills, v.World.Ships[1].Class = 20, 2, 2
	v.World.Ships[0].Y = playtest.Unit(150) // below the board, through which it would show
	return v
}

func TestTheScoreBoardTellsAllOfEverybody(t *testing.T) {
	v, s, term := scored(), New(Options{}), newTerminal(t, 80, 24)
	s.Event(key(input.KeyTab), v, playtest.Noon)
	show(s, term, v, playtest.Noon)
	term.shows(t, "test match")
	for i, want := range []string{"name score K D A ping ship", "1 Rex 20 2 0 0 bot Bomber", "► 2 Nova 13 1 2 1 38 Fighter"} {
		if got := term.boardRow(10 + i); got != want {
			t.Errorf("row %d: got %q, want %q", i, got, want)
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
	for i, want := range []string{"team A 20 2 0 0", "1 Rex 20 2 0 0 bot Bomber", "team B 13 1 2 1", "► 1 Nova 13 1 2 1 38 Fighter"} {
		if got := term.boardRow(10 + i); got != want {
			t.Errorf("row %d: got %q, want %q", i, got, want)
		}
	}
}

func TestTheOwnLineIsOnEveryScoreBoard(t *testing.T) {
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
