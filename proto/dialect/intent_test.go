package dialect

import (
	"math"
	"testing"

	"dogfight/game"
)

// heldTicks counts the ticks in which a button stays down.
func heldTicks(h Hold) (n int) {
	for h.Next() {
		n++
	}
	return n
}

func TestAPressIsHeldForThreeTicks(t *testing.T) {
	var h Hold
	if h.Held() || heldTicks(h) != 0 {
		t.Error("a new button is held")
	}
	h.Press()
	if !h.Held() || heldTicks(h) != 3 {
		t.Errorf("held for %d ticks, expected 3", heldTicks(h))
	}
	h.Next()
	h.Press() // again: from now on
	if heldTicks(h) != 3 {
		t.Errorf("pressed again: held for %d ticks, expected 3", heldTicks(h))
	}
	if h.Release(); heldTicks(h) != 0 {
		t.Error("a button that was let go is held")
	}
}

func TestAPressDoesNotShortenAHold(t *testing.T) {
	var h Hold
	h.For(9)
	h.Press()
	if heldTicks(h) != 9 {
		t.Errorf("held for %d ticks, expected 9", heldTicks(h))
	}
}

func TestHoldsAddUpToAMost(t *testing.T) {
	var h Hold
	for i, want := range []int{6, 12, 15, 15} {
		if h.Extend(6, 15); heldTicks(h) != want {
			t.Errorf("extended %d times: held for %d ticks, expected %d", i+1, heldTicks(h), want)
		}
	}
}

func TestPressesAddToTheHeldInput(t *testing.T) {
	var p Presses
	p.Press(game.Fire | game.Steer(game.Up)) // a course is no button
	up := game.Steer(game.Up)
	for tick, want := range []game.Input{up | game.Fire, up | game.Fire, up | game.Fire, up} {
		if tick == 1 {
			p.Press(game.Special)
		}
		if tick >= 1 {
			want |= game.Special
		}
		if got := p.Next(up); got != want {
			t.Errorf("tick %d: %08b, expected %08b", tick, got, want)
		}
	}
	if got := p.Next(0); got != 0 {
		t.Errorf("afterwards: %08b", got)
	}
}

func TestCourseOfIsTheNearest(t *testing.T) {
	for degrees := range 360 {
		sin, cos := math.Sincos(float64(degrees) * math.Pi / 180)
		got := CourseOf(float32(cos), float32(sin))
		best, most := game.Idle, math.Inf(-1)
		for c := game.Up; c < game.Courses; c++ {
			x, y := c.Vector()
			along := (float64(x)*cos + float64(y)*sin) / math.Hypot(float64(x), float64(y))
			if along > most {
				best, most = c, along
			}
		}
		if got != best {
			t.Errorf("%d degrees: course %d, expected %d", degrees, got, best)
		}
	}
}

func TestNoDirectionIsIdle(t *testing.T) {
	nan := float32(math.NaN())
	for _, v := range [][2]float32{{0, 0}, {nan, 0}, {0, nan}, {nan, nan}} {
		if c := CourseOf(v[0], v[1]); c != game.Idle {
			t.Errorf("%v: course %d, expected none", v, c)
		}
	}
}
