package carnage

import (
	"math"
	"testing"

	"dogfight/game"
)

func TestARandomNumberStaysBetweenZeroAndOne(t *testing.T) {
	for id := range uint32(100_000) {
		if v := randomOf(id * 42949); v < 0 || v >= 1 {
			t.Fatalf("%d gives %v", id, v)
		}
	}
}

func TestAnglesAreClockwiseFromTheRight(t *testing.T) {
	for course, want := range map[game.Course]float64{
		game.Right: 0, game.DownRight: math.Pi / 4, game.Down: math.Pi / 2,
		game.DownLeft: 3 * math.Pi / 4, game.Left: math.Pi, game.Up: -math.Pi / 2,
	} {
		if got := angleOf(course); got != float32(want) {
			t.Errorf("course %d: expected %v, came %v", course, want, got)
		}
	}
}
