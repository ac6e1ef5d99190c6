package play

import (
	"testing"
	"time"

	"dogfight/net"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play/hud"
	"dogfight/ui/play/playtest"
)

func TestWithLowBandwidthTheCameraMovesByWholeCells(t *testing.T) {
	for _, mode := range []canvas.Mode{canvas.Braille, canvas.Blocks, canvas.ASCII} {
		v, s := wideView("Nova"), New(Options{Mode: mode, LowBandwidth: true})
		ship := &v.World.Ships[0]
		ship.VX, ship.VY = 640, 320
		column, row, moves := canvas.Across, canvas.Down, 0
		var left, top int
		for i := range 120 {
			ship.X, ship.Y = ship.X+2*ship.VX, ship.Y+2*ship.VY
			f := viewed(s, v, playtest.Noon.Add(time.Duration(i)*time.Second/30))
			if i > 0 && ((f.Space.Left-left)%column != 0 || (f.Space.Top-top)%row != 0) {
				t.Fatalf("%v: the picture moved by %d, %d dots", mode, f.Space.Left-left, f.Space.Top-top)
			}
			if f.Space.Left != left || f.Space.Top != top {
				moves++
			}
			left, top = f.Space.Left, f.Space.Top
			if x, y := f.Space.LocateShip(0); i > 60 && (x > 80*column*2/3 || y > 24*row*2/3) {
				t.Fatalf("%v: flying to the lower right, the ship is at %d, %d", mode, x, y)
			}
		}
		if moves == 0 || moves > 110 {
			t.Errorf("%v: the picture moved %d times in 120 frames", mode, moves)
		}
	}
}

// viewed shows a View on the screen, and returns the frame.
func viewed(s *Screen, v *net.View, now time.Time) *hud.Frame {
	s.See(v, now)
	s.drawing.canvas.Resize(80, 24)
	f := s.frame()
	s.lay(f)
	return f
}

func TestWithLowBandwidthDistantShipsMoveLessOften(t *testing.T) {
	v, s := wideView("Nova", "Near", "Midway", "Far"), New(Options{LowBandwidth: true})
	for slot, x := range []int32{1000, 1040, 1100, 1200} {
		v.World.Ships[slot].X = playtest.Unit(x)
	}
	moves := [4]int{}
	var was [4]int
	for i := range 61 {
		for slot := 1; slot < 4; slot++ {
			v.World.Ships[slot].Y += playtest.Unit(2)
		}
		f := viewed(s, v, playtest.Noon.Add(time.Duration(i)*time.Second/30))
		for slot := range moves {
			_, y := f.Space.LocateShip(slot)
			if i > 0 && y != was[slot] {
				moves[slot]++
			}
			was[slot] = y
		}
		for slot := 1; slot < 4 && i%10 == 0; slot++ {
			v.World.Ships[slot].Y = playtest.Unit(800) // they stay near
		}
	}
	if moves[0] != 0 || moves[1] < 25 || moves[2] < 15 || moves[2] > 40 || moves[3] > moves[2] {
		t.Errorf("the ships moved in %v of 60 frames", moves)
	}
}

func TestWithLowBandwidthARespawnShowsAtOnce(t *testing.T) {
	v, s := wideView("Nova", "Far"), New(Options{LowBandwidth: true})
	for i := range 7 {
		v.World.Ships[1].X = playtest.Unit(int32(1200 + i%2*300))
		f := viewed(s, v, playtest.Noon.Add(time.Duration(i)*time.Second/30))
		x, _ := f.Space.LocateShip(1)
		if at, _ := f.Space.Locate(v.World.Ships[1].X, v.World.Ships[1].Y); x != at {
			t.Fatalf("frame %d: the ship is drawn at %d, and is at %d", i, x, at)
		}
	}
}

func TestWithLowBandwidthDamageIsAFigure(t *testing.T) {
	v := playtest.View("Nova", "Rex")
	v.World.Ships[1].HP = 2
	terminal := newTerminal(t, 80, 24)
	show(New(Options{LowBandwidth: true}), terminal, v, playtest.Noon)
	terminal.shows(t, "Rex 2")
}

// skies returns a terminal of 16 million colours over a ship in a wide arena, before and after a flight to the right.
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

// moved returns the columns that all cells have moved to the left, or 0.
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

func TestWithReducedMotionTheSkyIsBareAndFixed(t *testing.T) {
	for _, reduced := range []bool{false, true} {
		before, after := skies(t, Options{Settings: input.Settings{ReducedMotion: reduced}})
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

func TestWithReducedMotionTheCameraDoesNotLean(t *testing.T) {
	for _, reduced := range []bool{false, true} {
		v := playtest.View("Nova")
		playtest.Wide(v.Setup.Arena, 400, 400)
		own := &v.World.Ships[0]
		own.X, own.Y, own.VX = playtest.Unit(1600), playtest.Unit(1600), 640
		s, term := New(Options{Settings: input.Settings{ReducedMotion: reduced}}), newTerminal(t, 80, 24)
		for i := range 60 { // at full speed in place: the camera moves on its own
			show(s, term, v, playtest.Noon.Add(time.Duration(i)*time.Second/30))
		}
		middle := bracketed(term)
		if ahead := middle < 40; ahead == reduced {
			t.Errorf("reduced motion %v: the ship is in column %d of 80", reduced, middle)
		}
	}
}

// bracketed returns the middle column of the player's brackets, or -1.
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
