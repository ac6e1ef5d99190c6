package hud

import (
	"fmt"
	"strings"
	"testing"

	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
	"dogfight/ui/play/playtest"
)

func TestOrdinals(t *testing.T) {
	for n, want := range map[int]string{1: "1st", 2: "2nd", 3: "3rd", 4: "4th", 11: "11th", 12: "12th", 13: "13th", 21: "21st", 63: "63rd"} {
		if got := fmt.Sprint(n) + ordinal(n); got != want {
			t.Errorf("%d: got %s, want %s", n, got, want)
		}
	}
}

func TestTheScoresOfFourTeamsEndBeforeTheClock(t *testing.T) {
	for scores, want := range map[[game.MaxTeams + 1]int32]string{
		{0, 30, 45}:                       "A 30◄  B 45  C 0  D 0",
		{0, 130, 145, -5, 77}:             "A 130◄  B 145  C -5  D 77",
		{0, 130000, 145000, 160000, 7000}: "A130000◄ B145000 C160000 D7000",
		{0, 1 << 30, 1 << 30, 1 << 30}:    "A1073741824◄ B1073741824",
	} {
		v := playtest.View("Nova")
		v.World.Ships[0].Team, v.World.TeamScores = 1, scores
		c := &canvas.Canvas{Palette: canvas.PaletteOf(false)}
		c.Resize(80, 24)
		f := testFrame(c, v)
		f.drawTeamScores(4, 37)
		if got := strings.TrimSpace(playtest.Text(c)[0]); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestOrbNewsReportPickUpLossAndCapture(t *testing.T) {
	v := playtest.View("Nova", "Rex")
	v.Setup.Mode, v.World.TeamScores = game.CaptureOrb, [game.MaxTeams + 1]int32{0, 1, 0}
	for kind, want := range map[game.EventKind]string{
		game.EventTake: "took the orb", game.EventDrop: "dropped the orb", game.EventCapture: "scored 1:0", game.EventHit: "",
	} {
		if slot, words := orbNews(&model.Match{View: v}, &game.Event{Kind: kind, Slot: 1}); words != want || want != "" && slot != 1 {
			t.Errorf("event %d: slot %d, %q, want slot 1, %q", kind, slot, words, want)
		}
	}
}

func TestArrowsAreForTheNearestEnemiesOnly(t *testing.T) {
	v := playtest.View(make([]string, 30)...)
	playtest.Wide(v.Setup.Arena, 300, 200)
	for i := range 30 {
		v.World.Ships[i].X, v.World.Ships[i].Y = playtest.Unit(2000), playtest.Unit(600)
	}
	v.World.Ships[0].X = playtest.Unit(1000)
	f := testFrame(&canvas.Canvas{}, v)
	f.Sheet.Resize(80, 24)
	f.Space.Left, f.Space.Top = 210, 126
	for i := range 12 {
		v.World.Ships[9+i].X = playtest.Unit(1500 + 10*int32(i))
	}
	arrows, n := f.outOfSight()
	if n != maxArrows || arrows[0].slot != 9 || arrows[n-1].slot != 9+maxArrows-1 {
		t.Errorf("got %d arrows, from slot %d to %d", n, arrows[0].slot, arrows[n-1].slot)
	}
}
