package proto

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	_ "dogfight/testkit"
)

func TestNumbersAsBitsAreTheSameAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var c coder
		var replay []func()
		for range rapid.IntRange(1, 30).Draw(t, "numbers") {
			replay = append(replay, sendNumber(t, &c))
		}
		c.finish()
		c = coder{b: c.b, reading: true}
		for _, again := range replay {
			again()
		}
		if c.finish(); c.bad {
			t.Fatal("expected all bits to be read, and no more")
		}
	})
}

// sendNumber sends a number in one of the ways, and returns a function that
// reads it back.
func sendNumber(t *rapid.T, c *coder) func() {
	v := rapid.Uint32().Draw(t, "v") >> rapid.IntRange(0, 32).Draw(t, "shift")
	s := int32(v)
	k := uint(rapid.IntRange(0, 12).Draw(t, "k"))
	send := map[string]func(v *uint32, s *int32){
		"fixed":    func(v *uint32, s *int32) { fixed(c, v, 32) },
		"signed":   func(v *uint32, s *int32) { signed(c, s, 32) },
		"small":    func(v *uint32, s *int32) { small(c, v, k) },
		"rare":     func(v *uint32, s *int32) { rare(c, v, k) },
		"balanced": func(v *uint32, s *int32) { balanced(c, s, k) },
	}
	way := rapid.SampledFrom([]string{"fixed", "signed", "small", "rare", "balanced"}).Draw(t, "way")
	send[way](&v, &s)
	return func() {
		gotV, gotS := v, s
		switch way {
		case "fixed", "small", "rare":
			gotV = 0
		default:
			gotS = 0
		}
		if send[way](&gotV, &gotS); gotV != v || gotS != s {
			t.Fatalf("%s of order %d: expected %d or %d, got %d or %d", way, k, v, s, gotV, gotS)
		}
	}
}

func TestNegativeNumbersOfFewBitsAreTheSameAgain(t *testing.T) {
	for v := int32(-2048); v <= 2047; v++ {
		var c coder
		signed(&c, &v, 12)
		c.finish()
		c = coder{b: c.b, reading: true}
		var got int32
		if signed(&c, &got, 12); got != v {
			t.Fatalf("expected %d, got %d", v, got)
		}
	}
}

func TestNumberThatIsTooLargeForItsFieldIsBad(t *testing.T) {
	var c coder
	large := uint32(math.MaxUint8 + 1)
	small(&c, &large, 3)
	c.finish()
	c = coder{b: c.b, reading: true}
	var field uint8
	if small(&c, &field, 3); !c.bad || field != 0 {
		t.Errorf("expected bad and 0, got %d", field)
	}
}

func TestZerosWithoutEndAreBad(t *testing.T) {
	c := coder{b: make([]byte, 100), reading: true}
	var field uint32
	if small(&c, &field, 3); !c.bad {
		t.Errorf("expected bad, got %d", field)
	}
}
