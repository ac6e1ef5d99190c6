package canvas

import (
	"testing"
)

func TestFireMakesRockWarmerStepByStep(t *testing.T) {
	warm := func(k int) int { return k>>16 - k&0xff } // more red, and less blue
	for _, l := range looks(t) {
		for k := Rock; k < warmRock; k++ {
			seen := map[int]bool{hexOf(l.palette, 1<<24, k): true}
			last := warm(hexOf(l.palette, 1<<24, k))
			for steps := 1; steps <= Warmth; steps++ {
				is := Warm(k, steps)
				hex := hexOf(l.palette, 1<<24, is)
				if !IsRock(is) {
					t.Fatalf("%s: %s by %d steps is no rock", l.String(), roles[k], steps)
				}
				if now := warm(hex); steps <= 3 && now < last {
					t.Errorf("%s: %s by %d steps is %06x, no warmer than before", l.String(), roles[k], steps, hex)
				} else {
					last = now
				}
				if tone := int(k-Rock) % RockTones; tone < RockTones-2 && seen[hex] {
					t.Errorf("%s: %s by %d steps is as before", l.String(), roles[k], steps)
				}
				seen[hex] = true
			}
		}
	}
}

func TestWarmRockStaysAsItIs(t *testing.T) {
	for k := warmRock; k < RockDeep; k++ {
		if got := Warm(k, Warmth); got != k {
			t.Errorf("colour %d became %d", k, got)
		}
	}
	if Contrast(hexOf(Standard, 1<<24, Warm(Rock+2, 1)), hexOf(Standard, 1<<24, Rock+2)) > 1.5 {
		t.Error("the first step is a leap")
	}
}
