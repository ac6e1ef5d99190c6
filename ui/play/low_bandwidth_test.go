package play

import (
	"testing"
	"time"

	"dogfight/net"
	"dogfight/ui/canvas"
	"dogfight/ui/play/hud"
	"dogfight/ui/play/playtest"
)

func TestFarAwayTheCameraMovesByWholeCells(t *testing.T) {
	for _, mode := range []canvas.Mode{canvas.Braille, canvas.Blocks, canvas.ASCII} {
		v, s := wideView("Nova"), New(Options{Mode: mode, FewerBytes: true})
		ship := &v.World.Ships[0]
		ship.VX, ship.VY = 640, 320
		column, row, moves := canvas.Across, canvas.Down, 0
		var left, top int
		for i := range 120 {
			ship.X, ship.Y = ship.X+2*ship.VX, ship.Y+2*ship.VY
			f := looked(s, v, playtest.Noon.Add(time.Duration(i)*time.Second/30))
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

// looked lets the screen look at a View, and returns the frame.
func looked(s *Screen, v *net.View, now time.Time) *hud.Frame {
	s.See(v, now)
	s.canvas.Resize(80, 24)
	f := s.frame()
	s.lay(&f)
	return &f
}

func TestFarAwayWhatIsFarFromTheOwnShipMovesSeldomer(t *testing.T) {
	v, s := wideView("Nova", "Near", "Midway", "Far"), New(Options{FewerBytes: true})
	for slot, x := range []int32{1000, 1040, 1100, 1200} {
		v.World.Ships[slot].X = playtest.Unit(x)
	}
	moves := [4]int{}
	var was [4]int
	for i := range 61 {
		for slot := 1; slot < 4; slot++ {
			v.World.Ships[slot].Y += playtest.Unit(2)
		}
		f := looked(s, v, playtest.Noon.Add(time.Duration(i)*time.Second/30))
		for slot := range moves {
			_, y := f.Space.LocateShip(slot)
			if i > 0 && y != was[slot] {
				moves[slot]++
			}
			was[slot] = y
		}
		for slot := 1; slot < 4 && i%10 == 0; slot++ {
			v.World.Ships[slot].Y = playtest.Unit(800) // they keep near
		}
	}
	if moves[0] != 0 || moves[1] < 25 || moves[2] < 15 || moves[2] > 40 || moves[3] > moves[2] {
		t.Errorf("the ships moved in %v of 60 frames", moves)
	}
}

func TestFarAwayAShipThatComesBackIsWhereItIsAtOnce(t *testing.T) {
	v, s := wideView("Nova", "Far"), New(Options{FewerBytes: true})
	for i := range 7 {
		v.World.Ships[1].X = playtest.Unit(int32(1200 + i%2*300))
		f := looked(s, v, playtest.Noon.Add(time.Duration(i)*time.Second/30))
		x, _ := f.Space.LocateShip(1)
		if at, _ := f.Space.Locate(v.World.Ships[1].X, v.World.Ships[1].Y); x != at {
			t.Fatalf("frame %d: the ship is drawn at %d, and is at %d", i, x, at)
		}
	}
}

func TestFarAwayDamageIsAFigureBehindTheName(t *testing.T) {
	v := playtest.View("Nova", "Rex")
	v.World.Ships[1].HP = 2
	terminal := newTerminal(t, 80, 24)
	show(New(Options{FewerBytes: true}), terminal, v, playtest.Noon)
	terminal.shows(t, "Rex 2")
}
