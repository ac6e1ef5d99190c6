package play

import (
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/ui/canvas"
	"dogfight/ui/play/playtest"
)

// ending is a match that has so many ticks left.
func ending(left game.Tick, names ...string) *net.View {
	v := amid(names...)
	v.Setup.TimeLimit = 5000
	v.World.Tick = 5000 - left
	return v
}

// counted returns where the countdown's dots are.
func (s *Screen) counted() (left, top, right, bottom, n int) {
	width, height := s.canvas.Dots()
	left, top = width, height
	for i := range width * height {
		if x, y := i%width, i/width; s.canvas.At(x, y) == canvas.Fair {
			left, top, right, bottom = min(left, x), min(top, y), max(right, x), max(bottom, y)
			n++
		}
	}
	return left, top, right, bottom, n
}

func TestTheLastTenSecondsAreCountedDownLarge(t *testing.T) {
	seen := map[string]game.Tick{}
	for _, c := range []struct {
		left   game.Tick
		counts bool
	}{{601, false}, {600, true}, {541, true}, {540, true}, {60, true}, {1, true}} {
		s, term := New(Options{}), newTerminal(t, 80, 24)
		show(s, term, ending(c.left, "Nova"), playtest.Noon)
		if _, _, _, _, n := s.counted(); n > 0 != c.counts {
			t.Errorf("%d ticks before the end: %d dots", c.left, n)
		}
		if picture := term.patch(30, 2, 20, 4); c.left == 541 {
			if seen[picture] != 600 {
				t.Error("within a second the number changes")
			}
		} else {
			seen[picture] = c.left
		}
	}
	if len(seen) != 4 { // nothing, 10, 9 and 1
		t.Errorf("%d different numbers", len(seen))
	}
}

func TestTheCountdownIsPlainInASCIIAndLeavesWithTheMatch(t *testing.T) {
	s, term := New(Options{Mode: canvas.ASCII}), newTerminal(t, 60, 20)
	v := ending(420, "Nova")
	show(s, term, v, playtest.Noon)
	for i, want := range []string{"777", "  7", " 7", " 7", " 7"} {
		if got := term.patch(28, 2+i, 4, 1); !contains(got, want) {
			t.Errorf("row %d: got %q, expected %q", i, got, want)
		}
	}
	for name, over := range map[string]func(){
		"paused": func() { v.Paused = true }, "over": func() { v.World.Status = game.Closed }, "unlimited": func() { v.Setup.TimeLimit = 0 },
	} {
		v = ending(420, "Nova")
		over()
		s = New(Options{})
		show(s, term, v, playtest.Noon.Add(time.Second))
		if _, _, _, _, n := s.counted(); n > 30 { // there are pips of that colour
			t.Errorf("%s: %d dots", name, n)
		}
	}
}

func TestTheCountdownNeverLiesOverTheOwnShip(t *testing.T) {
	t.Parallel()
	for i, size := range usualSizes[:4] {
		for x := int32(8); x < 320; x += 12 {
			for y := int32(8); y < 160; y += 8 {
				if !*long && int(x/12+y/8)%8 != 2*i {
					continue // a place in each size
				}
				v := playtest.View("Nova")
				v.Setup.TimeLimit, v.World.Tick = 5000, 4500
				own := &v.World.Ships[0]
				own.X, own.Y = playtest.Unit(x), playtest.Unit(y)
				s, term := New(Options{}), newTerminal(t, size[0], size[1])
				show(s, term, v, playtest.Noon)
				f := s.frame()
				s.lay(&f)
				px, py := f.Space.LocateShip(0)
				left, top, right, bottom, n := s.counted()
				if n == 0 {
					t.Fatalf("%v: no countdown with the ship at %d, %d", size, x, y)
				}
				if px+5 >= left && px-5 <= right && py+5 >= top && py-5 <= bottom {
					t.Fatalf("%v: the ship is at dot %d, %d, and the countdown from %d, %d to %d, %d", size, px, py, left, top, right, bottom)
				}
			}
		}
	}
}
