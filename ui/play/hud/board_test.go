package hud

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"dogfight/game"
	"dogfight/net"
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
	"dogfight/ui/play/playtest"
	"dogfight/ui/play/scene"
)

func TestResultsOfTeamsNameTheTeam(t *testing.T) {
	v := playtest.View("Nova", "Rex")
	v.World.Status, v.Setup.Mode = game.Closed, game.Teams
	v.World.Ships[0].Team, v.World.Ships[1].Team = 1, 2
	v.World.TeamScores = [game.MaxTeams + 1]int32{0, 3, 5}
	b := Board{Match: &model.Match{View: v}, Ranks: []int{1, 0}}
	if got, _ := b.headline(); got != "TEAM B WINS" {
		t.Errorf("got %q", got)
	}
	v.World.TeamScores[1] = 9
	if got, _ := b.headline(); got != "VICTORY" {
		t.Errorf("got %q", got)
	}
}

// fourTeams returns a board of a match of pilots in four teams, P0 and P4 in the first.
func fourTeams(pilots, width, height int) *Board {
	names := make([]string, pilots)
	for i := range names {
		names[i] = fmt.Sprintf("P%d.", i)
	}
	v := playtest.View(names...)
	v.Setup.Mode = game.Teams
	for i := range names {
		v.World.Ships[i].Team = uint8(i%4 + 1)
	}
	for team := range v.World.TeamScores {
		v.World.TeamScores[team] = int32(10 * team)
	}
	known := &model.Pilots{}
	known.Read(v)
	m := &model.Match{View: v, Pilots: known}
	c := &canvas.Canvas{Palette: canvas.PaletteOf(false)}
	c.Resize(width, height)
	return &Board{Sheet: &canvas.Sheet{Canvas: c}, Match: m, Ranks: m.Rank(nil), Tally: &model.Tally{}, Scroll: &Scroll{}}
}

func TestFourTeamsWaitInTheLobbyWithoutOverlap(t *testing.T) {
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 40}} {
		for _, pilots := range []int{1, 6, 16, 64} {
			b := fourTeams(pilots, size[0], size[1])
			l := Lobby{Sheet: b.Sheet, Match: b.Match, Ranks: b.Ranks}
			a := canvas.Rect(2, 5, min(2*pilotWidth, size[0]-4-choicesLeast), size[1]-12)
			l.drawTeams(a, 4)
			got := strings.Join(playtest.Text(b.Sheet.Canvas), "\n")
			for i, letter := range []string{"A", "B", "C", "D"} {
				heading := fmt.Sprintf("team %s: %d ", letter, (pilots+3-i)/4)
				if strings.Count(got, heading) != 1 {
					t.Errorf("%v, %d pilots: %q is there %d times:\n%s", size, pilots, heading, strings.Count(got, heading), got)
				}
			}
			for i := range min(pilots, 8) {
				if name := fmt.Sprintf("P%d.", i); strings.Count(got, name) != 1 {
					t.Errorf("%v, %d pilots: %s is not there:\n%s", size, pilots, name, got)
				}
			}
		}
	}
}

func TestTheScoreTableListsFourTeams(t *testing.T) {
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 40}} {
		for _, pilots := range []int{4, 16, 64} {
			b := fourTeams(pilots, size[0], size[1])
			table := table{board: b, at: canvas.Rect(2, 2, min(tableWidth, size[0]-4), size[1]-6)}
			table.drawTeams(4)
			rows := playtest.Text(b.Sheet.Canvas)
			for i, want := range []string{"team A 10", "team B 20", "team C 30", "team D 40"} {
				found := 0
				for _, row := range rows {
					if strings.HasPrefix(strings.Join(strings.Fields(row), " "), want) {
						found++
					}
				}
				if found != 1 || !strings.Contains(strings.Join(rows, "\n"), fmt.Sprintf("P%d.", i)) {
					t.Errorf("%v, %d pilots: %q is there %d times:\n%s", size, pilots, want, found, strings.Join(rows, "\n"))
				}
			}
		}
	}
}

func TestTheLobbyWarnsOfFriendlyFire(t *testing.T) {
	b := fourTeams(4, 80, 24)
	l := Lobby{Sheet: b.Sheet, Match: b.Match}
	if got := l.friendlyFireLine(); got != "" {
		t.Errorf("off: got %q", got)
	}
	b.Match.Setup.FriendlyFire = true
	if got := l.friendlyFireLine(); !strings.HasPrefix(got, "friendly fire is on") {
		t.Errorf("on: got %q", got)
	}
	b.Match.Setup.Mode = game.Deathmatch
	if got := l.friendlyFireLine(); got != "" {
		t.Errorf("without teams: got %q", got)
	}
}

// testFrame returns a frame of a View on a canvas.
func testFrame(c *canvas.Canvas, v *net.View) *Frame {
	sheet, match := &canvas.Sheet{Canvas: c}, &model.Match{View: v}
	return &Frame{Sheet: sheet, Match: match, Space: scene.Frame{Sheet: sheet, Match: match, Grain: scene.Usual}}
}

func TestAwardsGoToTheBestPilots(t *testing.T) {
	v, names := playtest.View("Nova", "Rex", "Vega"), model.Pilots{}
	v.Me = -1
	names.Read(v)
	ships, tally := &v.World.Ships, model.Tally{}
	ships[0].Kills, ships[0].Deaths, ships[0].Score = 4, 2, 40
	ships[1].Kills, ships[1].Deaths, ships[1].Score = 4, 3, 30
	ships[2].Kills, ships[2].Assists, ships[2].Deaths = 1, 5, 1
	tally.Slots[0].Shots, tally.Slots[0].Hits = 9, 9
	tally.Slots[1].Shots, tally.Slots[1].Hits, tally.Slots[1].LongestStreak = 40, 10, 3
	tally.Slots[1].Avenged, tally.Slots[1].Crashes = 2, 1
	tally.Slots[2].Items, tally.Slots[2].Barrels = 6, 2
	f := Board{Match: &model.Match{View: v, Pilots: &names}, Tally: &tally}
	f.Ranks = f.Match.Rank(nil)
	var got []string
	for _, a := range f.awards() {
		got = append(got, fmt.Sprint(a.title, ", ", f.Match.Pilots.Name(a.slot), ", ", a.figure))
	}
	want := []string{
		"Ace, Nova, 4 kills", // of equals the better ranked
		"Survivor, Vega, 1 death",
		"Marksman, Rex, 25% of 40 shots hit", // 9 shots are too few
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
	ships[2].Deaths, v.Setup.Mode = 0, game.Waves
	for _, a := range f.awards() {
		switch a.title {
		case "Untouchable":
			if a.figure != "0 deaths" {
				t.Errorf("untouchable with %s", a.figure)
			}
		case "Survivor", "Avenger":
			t.Errorf("%s, %s, of a pilot without deaths, in waves", a.title, a.figure)
		}
	}
}

func TestThereAreNoAwardsWithoutMerit(t *testing.T) {
	v := playtest.View("Nova", "Rex")
	f := Board{Match: &model.Match{View: v}, Tally: &model.Tally{}, Ranks: []int{0, 1}}
	if got := f.awards(); len(got) != 0 {
		t.Errorf("got %v", got)
	}
}
