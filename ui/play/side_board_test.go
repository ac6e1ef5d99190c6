package play

import (
	"strings"
	"testing"

	"dogfight/game"
	"dogfight/ui/play/playtest"
)

func TestFrom140ColumnsOnThereIsAScoreBoardBesideTheField(t *testing.T) {
	for width, board := range map[int]bool{100: false, 139: false, 140: true, 160: true, 199: true, 200: true} {
		v, s := playtest.View("Nova", "Rex", "Vega"), New(Options{})
		v.World.Ships[0].Score, v.World.Ships[0].Kills, v.World.Ships[0].Deaths = 30, 3, 5
		v.World.Ships[1].Score, v.World.Ships[1].Kills, v.World.Ships[1].Deaths = 30, 2, 1
		term := newTerminal(t, width, 40)
		show(s, term, v, playtest.Noon)
		var rows []string
		for y := range 40 {
			if _, row, found := strings.Cut(term.row(y), "│"); found && strings.ContainsAny(row, "NRV") {
				rows = append(rows, strings.Join(strings.Fields(strings.ReplaceAll(row, "▌", " ")), " "))
			}
		}
		want := "=1 Rex 30, =1 Nova 30, 3 Vega 0"
		if board {
			want = "=1 Rex 2 1 30, =1 Nova 3 5 30, 3 Vega 0 0 0"
		}
		if got := strings.Join(rows, ", "); got != want {
			t.Errorf("%d columns: the panel lists %q, expected %q", width, got, want)
		}
	}
}

func TestTheBoardBesideTheFieldHidesNoShip(t *testing.T) {
	for _, width := range []int{140, 160, 199} {
		v, s := playtest.View("Nova", "Rex"), New(Options{})
		playtest.Wide(v.Setup.Arena, 200, 100)
		for slot := range 2 {
			v.World.Ships[slot].X, v.World.Ships[slot].Y = playtest.Unit(200+int32(slot)*2), playtest.Unit(300)
		}
		term := newTerminal(t, width, 40)
		show(s, term, v, playtest.Noon)
		if s.ship.X >= width-34 {
			t.Errorf("%d columns: the own ship is in column %d, behind the board", width, s.ship.X)
		}
		if v.World.Status != game.InProgress {
			t.Fatal("no match is in progress, so that this proves little")
		}
	}
}
