package play

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/ui/play/playtest"
)

func TestTopLineTellsPlaceScoreTimeLeaderAndLag(t *testing.T) {
	v := playtest.View("Nova", "Rex", "Vega")
	v.Setup.TimeLimit = 5 * 60 * game.TickRate
	v.World.Tick = 88*game.TickRate + 1
	v.World.Ships[0].Score = 42
	v.World.Ships[1].Score = 60
	v.Lag = net.Lag{RTT: 38 * time.Millisecond, Transport: "tls"}
	got := strings.Join(strings.Fields(drawn(t, v).row(0)), " ")
	if want := "2nd/3 42 points 3:32 Rex 60 38 ms"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestPilotsOfOneScoreShareThePlace(t *testing.T) {
	v := playtest.View("Nova", "Rex", "Vega")
	v.World.Ships[2].Deaths = 3
	for me := range 3 {
		v.Me = me
		if got := drawn(t, v).row(0); !strings.HasPrefix(got, " =1st/3") {
			t.Errorf("slot %d: got %q", me, got)
		}
	}
}

func TestNobodyLeadsBeforeThereArePoints(t *testing.T) {
	v := playtest.View("Nova", "Rex")
	v.World.Ships[0].Deaths = 1
	if got := drawn(t, v).row(0); strings.Contains(got, "Rex") {
		t.Errorf("got %q", got)
	}
}

func TestTopLineOfTeamsTellsBothScores(t *testing.T) {
	v := playtest.View("Nova", "Rex")
	v.Setup.Mode = game.Teams
	v.World.Ships[0].Team, v.World.Ships[1].Team = 1, 2
	v.World.TeamScores = [game.MaxTeams + 1]int32{0, 30, 45}
	if got := drawn(t, v).row(0); !strings.HasPrefix(got, " team A 30◄ ") || !strings.HasSuffix(got, " team B 45") {
		t.Errorf("got %q", got)
	}
}

func TestBottomLineTellsHealthShotsTimersAndKit(t *testing.T) {
	v := playtest.View("Nova")
	ship := &v.World.Ships[0]
	ship.HP, ship.Live, ship.Extra = 3, 0b101, 1
	ship.Shield, ship.Hits, ship.Overdrive = 7*game.TickRate, 2, 4*game.TickRate+1
	ship.Class, ship.Weapon = 0, 0
	s, term := New(Options{}), newTerminal(t, 80, 24)
	s.flown = true // or it tells of the keys
	show(s, term, v, playtest.Noon)
	got := strings.Join(strings.Fields(term.row(23)), " ")
	if want := "♥ ▊▊▊▁▁ • ▊▊▊▊▁▁ boost ██████ shield 7 overdrive 5 Fighter · Cannon"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestManyHPAreOneHeartAndANumber(t *testing.T) {
	v := playtest.View("Nova")
	v.World.Ships[0].HP = 11
	drawn(t, v).shows(t, "♥11/5")
}

func TestArrowsPointToEnemiesOutOfSight(t *testing.T) {
	for _, test := range []struct {
		x, y  int32
		arrow string
	}{{2000, 600, "►"}, {100, 600, "◄"}, {1000, 100, "▲"}, {1000, 1100, "▼"}} {
		v := playtest.View("Nova", "Rex")
		playtest.Wide(v.Setup.Arena, 300, 200)
		v.World.Ships[0].X, v.World.Ships[0].Y = playtest.Unit(1000), playtest.Unit(600)
		v.World.Ships[1].X, v.World.Ships[1].Y = playtest.Unit(test.x), playtest.Unit(test.y)
		drawn(t, v).shows(t, test.arrow)
		v.World.Ships[1].X, v.World.Ships[1].Y = playtest.Unit(1050), playtest.Unit(600)
		drawn(t, v).hides(t, test.arrow)
	}
}

func TestThePanelComesWithALargeScreen(t *testing.T) {
	large, small := newTerminal(t, 100, 30), newTerminal(t, 99, 30)
	v := wideView("Nova", "Rex")
	show(New(Options{}), large, v, playtest.Noon)
	show(New(Options{}), small, v, playtest.Noon)
	large.shows(t, " pilots ─", "=1 ▌ Nova", " events ─")
	small.hides(t, "pilots")
	show(New(Options{FewerBytes: true}), large, v, playtest.Noon)
	large.hides(t, "pilots")
}

func TestALargerScreenShowsNoMoreOfTheArena(t *testing.T) {
	for _, width := range []int{200, 240, 400} {
		s := New(Options{})
		show(s, newTerminal(t, width, 60), wideView("Nova"), playtest.Noon)
		if s.sheet.Width() != 160 {
			t.Errorf("%d columns: the field has %d", width, s.sheet.Width())
		}
	}
}

func TestAWidePanelHasTheTalk(t *testing.T) {
	v, term := wideView("Nova", "Rex"), newTerminal(t, 200, 60)
	v.Chat = []net.ChatLine{{From: "Rex", Slot: 1, Pilot: 1, Text: "behind you"}}
	show(New(Options{}), term, v, playtest.Noon)
	for y := range 60 {
		if at := strings.Index(term.row(y), "Rex: behind you"); at >= 0 && at < 160 {
			t.Errorf("row %d: the talk covers the field", y)
		}
	}
	term.shows(t, " chat ─", "Rex: behind you")
}

func TestArrowsStandApartAtTheVeryEdge(t *testing.T) {
	v, term := wideView("Nova", "a", "b", "c", "d", "e", "f", "g"), newTerminal(t, 60, 20)
	for i := range 8 {
		v.World.Ships[i].X, v.World.Ships[i].Y = playtest.Unit(1000), playtest.Unit(300)
	}
	v.World.Ships[0].Y = playtest.Unit(1000)
	show(New(Options{}), term, v, playtest.Noon)
	if n := strings.Count(term.row(1), "▲"); n != 6 {
		t.Errorf("expected 6 arrows in the uppermost row of the field, found %d:\n%s", n, term.text())
	}
	for _, word := range strings.Fields(strings.Map(func(r rune) rune {
		if r >= 0x2800 && r < 0x2900 { // a star
			return ' '
		}
		return r
	}, term.row(1))) {
		if word != "▲10" {
			t.Errorf("got %q, expected each arrow with its distance", word)
		}
	}
}

func TestArrowsThatPointTheSameWayStandApart(t *testing.T) {
	v := wideView(make([]string, 7)...)
	for i := range v.Roster[1:] {
		ship := &v.World.Ships[1+i]
		ship.X, ship.Y = playtest.Unit(1600+80*int32(i)), v.World.Ships[0].Y
	}
	term := drawn(t, v)
	for i := range 6 {
		term.shows(t, fmt.Sprintf("%d►", (600+80*i)/75+1))
	}
}

func TestTheKitGivesWayToTimersAndTheyAreNeverCut(t *testing.T) {
	v := playtest.View("Nova")
	ship := &v.World.Ships[0]
	ship.Class, ship.HP, ship.Extra = 2, 8, 3
	ship.Hits, ship.Shield, ship.Overdrive = 3, 10*game.TickRate, 10*game.TickRate
	for width, want := range map[int]string{60: " S 10 O 10", 80: " S 10 O 10 Bomber · Cannon", 100: " shield 10 overdrive 10 Bomber · Cannon"} {
		s, term := New(Options{}), newTerminal(t, width, 24)
		s.flown = true // or it tells of the keys
		show(s, term, v, playtest.Noon)
		row := term.row(23)
		if !strings.HasSuffix(strings.Join(strings.Fields(row), " "), want) {
			t.Errorf("%d columns: found %q, want %q at its end", width, row, want)
		}
	}
}
