package dialect

import (
	"math"
	"testing"

	"dogfight/game"
)

func TestTheNearestCourseIsTaken(t *testing.T) {
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
