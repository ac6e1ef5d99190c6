package hud

import (
	"fmt"
	"strings"
	"testing"

	"dogfight/game"
	"dogfight/net"
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
	"dogfight/ui/play/playtest"
	"dogfight/ui/play/scene"
)

// fourTeams is a match of so many pilots in four teams, P0 and P4 in the first of them.
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
	return &Frame{Sheet: sheet, Match: match, Space: scene.Frame{Sheet: sheet, Match: match}}
}
