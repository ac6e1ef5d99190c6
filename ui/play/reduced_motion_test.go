package play

import (
	"testing"
	"time"

	"dogfight/ui/canvas"
	"dogfight/ui/play/playtest"
)

// skies returns what a terminal of 16 million colours shows over a ship in a wide arena, before and after it has flown some
// way to the right.
func skies(t *testing.T, o Options) (before, after [][]canvas.Cell) {
	t.Helper()
	g := canvas.NewGrid(1 << 24)
	g.Resize(80, 30)
	v := playtest.View("Nova")
	playtest.Wide(v.Setup.Arena, 400, 400)
	own := &v.World.Ships[0]
	own.X, own.Y = playtest.Unit(1600), playtest.Unit(1600)
	s := New(o)
	look := func(now time.Time) (rows [][]canvas.Cell) {
		show(s, terminal{g}, v, now)
		for y := 2; y < 12; y++ {
			rows = append(rows, append([]canvas.Cell(nil), g.Span(0, y, 80)...))
		}
		return rows
	}
	before = look(playtest.Noon)
	own.X += playtest.Unit(140)
	return before, look(playtest.Noon.Add(time.Second / 2))
}

// moved returns by how many columns all cells have moved to the left, or 0.
func moved(before, after [][]canvas.Cell) int {
	for by := 10; by < 40; by++ {
		same := true
		for y := range before {
			for x := by; x < len(before[y]); x++ {
				same = same && before[y][x] == after[y][x-by]
			}
		}
		if same {
			return by
		}
	}
	return 0
}

func TestWithReducedMotionTheSkyIsBareAndStandsStillInTheArena(t *testing.T) {
	for _, reduced := range []bool{false, true} {
		before, after := skies(t, Options{ReducedMotion: reduced})
		dust, stars := 0, 0
		for _, row := range before {
			for _, c := range row {
				if c.Ground != 0 {
					dust++
				}
				if c.Glyph != ' ' {
					stars++
				}
			}
		}
		if stars == 0 || dust == 0 != reduced {
			t.Errorf("reduced motion %v: %d cells of dust, %d stars", reduced, dust, stars)
		}
		if by := moved(before, after); by > 0 != reduced {
			t.Errorf("reduced motion %v: the sky has moved as one, by %d columns", reduced, by)
		}
	}
}

func TestWithReducedMotionTheCameraDoesNotLookAhead(t *testing.T) {
	for _, reduced := range []bool{false, true} {
		v := playtest.View("Nova")
		playtest.Wide(v.Setup.Arena, 400, 400)
		own := &v.World.Ships[0]
		own.X, own.Y, own.VX = playtest.Unit(1600), playtest.Unit(1600), 640
		s, term := New(Options{ReducedMotion: reduced}), newTerminal(t, 80, 24)
		for i := range 60 { // at full speed, on the spot: whatever the camera does, it does on its own
			show(s, term, v, playtest.Noon.Add(time.Duration(i)*time.Second/30))
		}
		middle := bracketed(term)
		if ahead := middle < 40; ahead == reduced {
			t.Errorf("reduced motion %v: the ship is in column %d of 80", reduced, middle)
		}
	}
}

// bracketed returns the column in the middle of the own ship's brackets, or -1.
func bracketed(term terminal) int {
	width, height := term.Size()
	for y := range height {
		for x := range width {
			if glyph, _ := term.glyph(x, y); glyph == "┌" {
				return x + 4
			}
		}
	}
	return -1
}
