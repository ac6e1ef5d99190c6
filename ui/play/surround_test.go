package play

import (
	"slices"
	"strings"
	"testing"

	"dogfight/game"
	"dogfight/net"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play/playtest"
)

// afar is a match of two ships, the other so many columns to the right of the own one and so many rows below it, in the
// middle of a large arena.
func afar(columns, rows int32) *net.View {
	v := wideView("Nova", "Rex")
	v.World.Ships[0].X, v.World.Ships[0].Y = playtest.Unit(1000), playtest.Unit(600)
	v.World.Ships[1].X, v.World.Ships[1].Y = playtest.Unit(1000+4*columns), playtest.Unit(600+8*rows)
	return v
}

func TestNoShipShowsFartherAwayThanOnAScreenOfTheLargestMatch(t *testing.T) {
	for _, far := range []bool{false, true} {
		for _, at := range [][2]int32{{84, 0}, {-84, 0}, {0, 32}, {0, -32}} {
			for _, size := range [][2]int{{200, 60}, {260, 62}, {202, 100}, {400, 150}} {
				term := newTerminal(t, size[0], size[1])
				show(New(Options{FewerBytes: far}), term, afar(at[0], at[1]), playtest.Noon)
				listed := 0
				if !far {
					listed = 1 // among the pilots
				}
				if strings.Count(term.text(), "Rex") > listed {
					t.Errorf("%v, far %v: a ship %v cells away shows", size, far, at)
				}
			}
		}
	}
}

func TestAMatchIsInTheMiddleOfALargeScreen(t *testing.T) {
	term, s := newTerminal(t, 400, 150), New(Options{})
	v := afar(20, 5)
	show(s, term, v, playtest.Noon)
	term.shows(t, "Rex")
	small := newTerminal(t, 200, 60)
	show(New(Options{}), small, v, playtest.Noon)
	for y := range 60 {
		if got, want := term.patch(100, 45+y, 200, 1), small.patch(0, y, 200, 1); got != want {
			t.Fatalf("row %d: got %q, want %q", y, got, want)
		}
	}
	if got := term.patch(99, 44, 3, 1) + term.patch(99, 105, 3, 1); got != "|┌──|└──" {
		t.Errorf("the frame is %s", got)
	}
	before := slices.Clone(term.Grid.Cells)
	show(s, term, v, playtest.Noon)
	if !slices.Equal(before, term.Grid.Cells) {
		t.Error("the same View looks otherwise")
	}
}

func TestWhatLaidOverTheSkyAroundAMatchIsGoneWhenItCloses(t *testing.T) {
	term, s, v := newTerminal(t, 260, 80), New(Options{}), afar(20, 5)
	show(s, term, v, playtest.Noon)
	before := slices.Clone(term.Grid.Cells)
	for y := 5; y < 40; y++ {
		for x := range 40 {
			term.Span(x, y, 1)[0].Show('x', canvas.Standard.Style(256, canvas.TextInk, canvas.PanelInk))
		}
	}
	show(s, term, v, playtest.Noon)
	if !slices.Equal(before, term.Grid.Cells) {
		t.Errorf("it is still there:\n%s", term.text())
	}
}

func TestThePointerSteersFromTheShipThatIsInTheMiddle(t *testing.T) {
	term, s, v := newTerminal(t, 400, 150), New(Options{Mouse: true}), afar(20, 5)
	show(s, term, v, playtest.Noon)
	x, y := s.ship.X, s.ship.Y/2
	if x < 150 || x > 250 || y < 60 || y > 90 {
		t.Fatalf("the ship is taken to be at %d, %d", x, y)
	}
	s.Event(input.Event{Kind: input.Mouse, X: x + 30, Y: y}, v, playtest.Noon)
	if got := s.Input(playtest.Noon); got.Course() != game.Right {
		t.Errorf("it steers %v", got)
	}
}
