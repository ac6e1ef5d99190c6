package canvas

import (
	"math"
	"testing"
)

func TestContrastIsThatOfWCAG(t *testing.T) {
	for _, c := range []struct {
		a, b int
		want float64
	}{
		{0x000000, 0xffffff, 21}, {0xffffff, 0x000000, 21}, {0x777777, 0xffffff, 4.48}, {0x123456, 0x123456, 1},
		{0x0000ff, 0xffffff, 8.59}, {0xff0000, 0x000000, 5.25},
	} {
		if got := Contrast(c.a, c.b); math.Abs(got-c.want) > 0.005 {
			t.Errorf("%06x on %06x: expected %.2f, found %.2f", c.a, c.b, c.want, got)
		}
	}
}

func TestPaletteIsThatOfXterm(t *testing.T) {
	for n, want := range map[int]int{1: 0xcd0000, 15: 0xffffff, 16: 0, 231: 0xffffff, 67: 0x5f87af, 232: 0x080808, 255: 0xeeeeee} {
		if got, ok := Numbered(n).Hex(); got != want || !ok {
			t.Errorf("%d: expected %06x, found %06x", n, want, got)
		}
	}
	if _, ok := CellColour(0).Hex(); ok {
		t.Error("what the terminal has by itself is known")
	}
	if got, ok := RGB(0x123456).Hex(); got != 0x123456 || !ok {
		t.Errorf("found %06x", got)
	}
}
