package play

import (
	"strings"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/ui/canvas"
)

func TestTopLineTellsPlaceScoreTimeLeaderAndLag(t *testing.T) {
	v := testView("Nova", "Rex", "Vega")
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
	v := testView("Nova", "Rex", "Vega")
	v.World.Ships[2].Deaths = 3
	for me := range 3 {
		v.Me = me
		if got := drawn(t, v).row(0); !strings.HasPrefix(got, " =1st/3") {
			t.Errorf("slot %d: got %q", me, got)
		}
	}
}

func TestNobodyLeadsBeforeThereArePoints(t *testing.T) {
	v := testView("Nova", "Rex")
	v.World.Ships[0].Deaths = 1
	if got := drawn(t, v).row(0); strings.Contains(got, "Rex") {
		t.Errorf("got %q", got)
	}
}

func TestTopLineOfTeamsTellsBothScores(t *testing.T) {
	v := testView("Nova", "Rex")
	v.Setup.Mode = game.Teams
	v.World.Ships[0].Team, v.World.Ships[1].Team = 1, 2
	v.World.TeamScores = [3]int32{0, 30, 45}
	if got := drawn(t, v).row(0); !strings.HasPrefix(got, " A 30◄  B 45") {
		t.Errorf("got %q", got)
	}
}

func TestBottomLineTellsHealthShotsTimersAndKit(t *testing.T) {
	v := testView("Nova")
	ship := &v.World.Ships[0]
	ship.HP, ship.Live, ship.Extra = 3, 0b101, 1
	ship.Shield, ship.Hits, ship.Overdrive = 7*game.TickRate, 2, 4*game.TickRate+1
	ship.Class, ship.Weapon = 0, 0
	s, term := New(Options{}), newTerminal(t, 80, 24)
	s.flown = true // or it tells of the keys
	show(s, term, v, noon)
	got := strings.Join(strings.Fields(term.row(23)), " ")
	if want := "♥♥♥·· ••••·· boost ██████ S2:7s O5s latched Fighter · Cannon"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestManyHPAreOneHeartAndANumber(t *testing.T) {
	v := testView("Nova")
	v.World.Ships[0].HP = 11
	drawn(t, v).shows(t, "♥11/5")
}

func TestOrdinals(t *testing.T) {
	for n, want := range map[int]string{1: "1st", 2: "2nd", 3: "3rd", 4: "4th", 11: "11th", 12: "12th", 13: "13th", 21: "21st", 63: "63rd"} {
		if got := ordinal(n); got != want {
			t.Errorf("%d: got %s, want %s", n, got, want)
		}
	}
}

func TestArrowsPointToEnemiesOutOfSight(t *testing.T) {
	for _, test := range []struct {
		x, y  int32
		arrow string
	}{{2000, 600, "►"}, {100, 600, "◄"}, {1000, 100, "▲"}, {1000, 1100, "▼"}} {
		v := testView("Nova", "Rex")
		wide(v.Setup.Arena, 300, 200)
		v.World.Ships[0].X, v.World.Ships[0].Y = unit(1000), unit(600)
		v.World.Ships[1].X, v.World.Ships[1].Y = unit(test.x), unit(test.y)
		drawn(t, v).shows(t, test.arrow)
		v.World.Ships[1].X, v.World.Ships[1].Y = unit(1050), unit(600)
		drawn(t, v).hides(t, test.arrow)
	}
}

func TestArrowsAreForTheNearestEnemiesOnly(t *testing.T) {
	v := testView(make([]string, 30)...)
	wide(v.Setup.Arena, 300, 200)
	for i := range 30 {
		v.World.Ships[i].X, v.World.Ships[i].Y = unit(2000), unit(600)
	}
	v.World.Ships[0].X = unit(1000)
	f := frame{View: v}
	f.Canvas = &New(Options{}).canvas
	f.Resize(80, 24)
	f.left, f.top = 210, 126
	for i := range 12 {
		v.World.Ships[9+i].X = unit(1500 + 10*int32(i))
	}
	arrows, n := f.outOfSight()
	if n != maxArrows || arrows[0].slot != 9 || arrows[n-1].slot != 9+maxArrows-1 {
		t.Errorf("got %d arrows, from slot %d to %d", n, arrows[0].slot, arrows[n-1].slot)
	}
}

func TestRadarComesWithALargeScreen(t *testing.T) {
	large, small := newTerminal(t, 100, 30), newTerminal(t, 99, 30)
	v := wideView("Nova", "Rex")
	show(New(Options{}), large, v, noon)
	show(New(Options{}), small, v, noon)
	large.shows(t, "─ pilots ─", "=1 Nova", "─ events ─")
	small.hides(t, "┌", "pilots")
	show(New(Options{FewerBytes: true}), large, v, noon)
	large.shows(t, "┌────────────────────────┐")
	large.hides(t, "pilots")
}

func TestRadarDoesNotHideAnArenaThatShowsAnyhow(t *testing.T) {
	term := newTerminal(t, 90, 30)
	show(New(Options{Mode: canvas.Braille}), term, testView("Nova", "Rex"), noon)
	term.hides(t, "┌")
}

// wide makes an arena that large, and empty.
func wide(a *game.Arena, width, height int) {
	a.Width, a.Height = width, height
	a.Tiles = []game.Tile(strings.Repeat(" ", width*height))
}
