package play

import (
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/ui/canvas"
)

func TestFarAwayTheCameraMovesByWholeCells(t *testing.T) {
	for _, mode := range []canvas.Mode{canvas.Braille, canvas.Blocks, canvas.ASCII} {
		v, s := wideView("Nova"), New(Options{Mode: mode, FewerBytes: true})
		ship := &v.World.Ships[0]
		ship.VX, ship.VY = 640, 320
		column, row, moves := mode.Fine(), 2*mode.Fine(), 0
		var left, top int
		for i := range 120 {
			ship.X, ship.Y = ship.X+2*ship.VX, ship.Y+2*ship.VY
			f := looked(s, v, noon.Add(time.Duration(i)*time.Second/30))
			if i > 0 && ((f.left-left)%column != 0 || (f.top-top)%row != 0) {
				t.Fatalf("%v: the picture moved by %d, %d dots", mode, f.left-left, f.top-top)
			}
			if f.left != left || f.top != top {
				moves++
			}
			left, top = f.left, f.top
			if x, y := f.locateShip(0); i > 60 && (x > 80*column*2/3 || y > 24*row*2/3) {
				t.Fatalf("%v: flying to the lower right, the ship is at %d, %d", mode, x, y)
			}
		}
		if moves == 0 || moves > 110 {
			t.Errorf("%v: the picture moved %d times in 120 frames", mode, moves)
		}
	}
}

// looked lets the screen look at a View, and returns the frame.
func looked(s *Screen, v *net.View, now time.Time) *frame {
	s.See(v, now)
	s.canvas.Resize(80, 24)
	f := s.frame()
	s.lay(&f)
	return &f
}

func TestFarAwayWhatIsFarFromTheOwnShipMovesSeldomer(t *testing.T) {
	v, s := wideView("Nova", "Near", "Midway", "Far"), New(Options{FewerBytes: true})
	for slot, x := range []int32{1000, 1040, 1100, 1200} {
		v.World.Ships[slot].X = unit(x)
	}
	moves := [4]int{}
	var was [4]int
	for i := range 61 {
		for slot := 1; slot < 4; slot++ {
			v.World.Ships[slot].Y += unit(2)
		}
		f := looked(s, v, noon.Add(time.Duration(i)*time.Second/30))
		for slot := range moves {
			_, y := f.locateShip(slot)
			if i > 0 && y != was[slot] {
				moves[slot]++
			}
			was[slot] = y
		}
		for slot := 1; slot < 4 && i%10 == 0; slot++ {
			v.World.Ships[slot].Y = unit(800) // they keep near
		}
	}
	if moves[0] != 0 || moves[1] < 25 || moves[2] < 15 || moves[2] > 40 || moves[3] > moves[2] {
		t.Errorf("the ships moved in %v of 60 frames", moves)
	}
}

func TestFarAwayAShipThatComesBackIsWhereItIsAtOnce(t *testing.T) {
	v, s := wideView("Nova", "Far"), New(Options{FewerBytes: true})
	for i := range 7 {
		v.World.Ships[1].X = unit(int32(1200 + i%2*300))
		f := looked(s, v, noon.Add(time.Duration(i)*time.Second/30))
		if at := f.held.ships[1]; at.X != v.World.Ships[1].X {
			t.Fatalf("frame %d: the ship is drawn at %d, and is at %d", i, at.X/game.One, v.World.Ships[1].X/game.One)
		}
	}
}

func TestFarAwayAShipHasOneToneAndNoOtherHasTheOwn(t *testing.T) {
	p := fewTones(standard)
	own := p[ownMiddle]
	for first := ownBright; first < foeBright+foeRamps*ramp; first += ramp {
		if p[first] != p[first+1] || p[first+2] != p[first+1] {
			t.Errorf("the hull of colour %d has several tones", first)
		}
		if first > ownBright && p[first+1].Rich == own.Rich {
			t.Errorf("the hull of colour %d looks like the own one", first)
		}
	}
	if p[rockFace] != standard[rockFace] || standard[foeBright] == standard[foeBright+1] {
		t.Error("expected rocks, and the standard palette, as they were")
	}
}

func TestFarAwayDamageIsAFigureBehindTheName(t *testing.T) {
	v := testView("Nova", "Rex")
	v.World.Ships[1].HP = 2
	terminal := newTerminal(t, 80, 24)
	show(New(Options{FewerBytes: true}), terminal, v, noon)
	terminal.shows(t, "Rex 2")
}
