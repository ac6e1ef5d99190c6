package play

import (
	"strings"
	"testing"

	"dogfight/ui/canvas"
	"dogfight/ui/play/playtest"
)

func TestTheFirstThreeStandOnAPodium(t *testing.T) {
	v, s := fought()
	v.World.Ships[2].Score = 20
	term := newTerminal(t, 80, 24)
	show(s, term, v, playtest.Noon)
	term.shows(t, "▌2 Rex", "▌1 Nova", "▌3 Vega", "40 points")
	var at [3]int // the rows of the steps
	for y := range 24 {
		for i, step := range []string{"▌1 Nova", "▌2 Rex", "▌3 Vega"} {
			if strings.Contains(term.row(y), step) {
				at[i] = y
			}
		}
	}
	if at[0] != at[1]-1 || at[1] != at[2]-1 {
		t.Errorf("the steps are in rows %v", at)
	}
}

func TestThereIsNoPodiumWhereItWouldCutTheTable(t *testing.T) {
	for _, size := range [][2]int{{60, 20}, {80, 24}} {
		v, s := fought()
		for i := 3; i < 14; i++ {
			v.World.Ships[i] = v.World.Ships[2]
		}
		term := newTerminal(t, size[0], size[1])
		show(s, term, v, playtest.Noon)
		term.hides(t, "▌1 Nova")
	}
	v, s := fought()
	s.Set(Options{Mode: canvas.ASCII}) // whose ships are no pictures
	term := newTerminal(t, 80, 24)
	show(s, term, v, playtest.Noon)
	if strings.Count(term.text(), "40 points") > 1 { // the top line's
		t.Errorf("there is one in ASCII:\n%s", term.text())
	}
}
