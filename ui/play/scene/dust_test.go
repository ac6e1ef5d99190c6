package scene

import (
	"testing"

	"dogfight/ui/canvas"
)

func TestDustHasAllTonesAndLeavesHalfOfSpacePlain(t *testing.T) {
	tones := map[canvas.Colour]int{}
	for y := range skyHeight {
		for _, k := range dust(y) {
			tones[k]++
		}
	}
	t.Log(tones)
	if share := 100 * tones[canvas.SpaceTone] / (skyWidth * skyHeight); share < 40 || share > 65 {
		t.Errorf("expected about half of space without dust, got %d %%", share)
	}
	for i := range canvas.Colour(canvas.DustTones) {
		if tones[canvas.DustBlue+i] == 0 || tones[canvas.DustViolet+i] == 0 {
			t.Errorf("tone %d: %d blue cells, %d violet ones, expected some", i, tones[canvas.DustBlue+i], tones[canvas.DustViolet+i])
		}
	}
}

// strength is how dense dust of a colour is, whatever its hue.
func strength(k canvas.Colour) int {
	switch {
	case k >= canvas.DustViolet:
		return int(k-canvas.DustViolet) + 1
	case k >= canvas.DustBlue:
		return int(k-canvas.DustBlue) + 1
	}
	return 0
}

func TestDustHasNoSeamWhereItRepeats(t *testing.T) {
	apart := func(a, b canvas.Colour) bool { d := strength(a) - strength(b); return d > 2 || d < -2 }
	for y := range skyHeight {
		if row := dust(y); apart(row[0], row[skyWidth-1]) {
			t.Errorf("row %d ends with tone %d and begins with %d", y, row[skyWidth-1], row[0])
		}
	}
	for x := range skyWidth {
		if upper, lower := dust(0)[x], dust(-1)[x]; apart(upper, lower) {
			t.Errorf("column %d ends with tone %d and begins with %d", x, lower, upper)
		}
	}
}
