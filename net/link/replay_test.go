package link

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// near is a window whose newest number, which came, is seq.
func near(seq uint64) *window {
	w := &window{newest: seq}
	w.take(seq)
	return w
}

func TestAWindowTakesEachNumberOnce(t *testing.T) {
	for name, start := range map[string]uint64{
		"the start": 0, "the wrap of 15 bits": 1<<15 - 300, "the wrap of 32 bits": 1<<32 - 300, "the wrap of 64 bits": math.MaxUint64 - 300,
	} {
		w := window{newest: start}
		for i := range uint64(600) {
			seq := start + i
			if !w.fresh(seq) {
				t.Fatalf("at %s: %d is not fresh", name, seq)
			}
			w.take(seq)
			if w.fresh(seq) {
				t.Fatalf("at %s: %d is fresh although it came", name, seq)
			}
		}
	}
}

func TestAWindowKnows256Numbers(t *testing.T) {
	for _, start := range []uint64{0, math.MaxUint64 - 100} {
		w := near(start)
		newest := start + 255
		w.take(newest)
		if w.fresh(start) {
			t.Errorf("%d came, and is fresh once %d is the newest", start, newest)
		}
		if !w.fresh(start + 1) {
			t.Errorf("%d did not come, and is not fresh", start+1)
		}
		w.take(newest + 1)
		if w.fresh(start) {
			t.Errorf("%d is fresh although it is too old to know", start)
		}
	}
}

func TestAfterALeapNothingOldIsTakenForNew(t *testing.T) {
	for _, leap := range []uint64{1, 2, 255, 256, 257, 1 << 40} {
		w := near(1000)
		for seq := range uint64(1000) {
			if w.fresh(seq) {
				w.take(seq)
			}
		}
		newest := 1000 + leap
		w.take(newest)
		for seq := newest - 300; seq < newest; seq++ {
			if want := seq > 1000 && seq > newest-windowSize; w.fresh(seq) != want {
				t.Errorf("after a leap of %d, %d before the newest is fresh: %v", leap, newest-seq, !want)
			}
		}
	}
}

func TestAWindowIsASet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		start := rapid.SampledFrom([]uint64{0, 1<<15 - 20, 1<<16 - 20, 1<<32 - 20, math.MaxUint64 - 20, 1 << 40}).Draw(t, "start")
		w, came, newest := window{newest: start}, map[uint64]bool{}, start
		for range rapid.IntRange(1, 200).Draw(t, "numbers") {
			step := rapid.OneOf(rapid.Int64Range(-300, 300), rapid.Int64Range(-5, 5), rapid.Int64Range(0, 1<<20)).Draw(t, "step")
			seq := newest + uint64(step)
			after := step > 0
			want := after || step > -windowSize && !came[seq]
			if got := w.fresh(seq); got != want {
				t.Fatalf("%d is fresh: %v, want %v; the newest is %d", seq, got, want, newest)
			}
			if !want {
				continue
			}
			w.take(seq)
			came[seq] = true
			if after {
				newest = seq
			}
			if w.newest != newest {
				t.Fatalf("the newest is %d, want %d", w.newest, newest)
			}
		}
	})
}

func TestSequenceNumbersAreKnownByTheirLowest15Bits(t *testing.T) {
	for _, c := range []struct {
		newest uint64
		low    uint16
		want   uint64
	}{
		{0, 0, 0},
		{0, 1, 1},
		{0, 0x3fff, 0x3fff},
		{0, 0x8001, 1}, // about the path
		{0x7fff, 0, 0x8000},
		{0x8000, 0x7fff, 0x7fff},
		{0xffff, 0x8000, 0x10000},
		{0x12345, 0x2345, 0x12345},
		{0x12345, 0xa344, 0x12344},
		{0x1c000, 0x7fff, 0x1ffff},
		{0x1c000, 0x0000, 0x18000},
		{0x1c001, 0x0000, 0x20000},
		{math.MaxUint64, 0, 0}, // past the last
		{math.MaxUint64, 0xfffe, math.MaxUint64 - 1},
	} {
		if got := nearest(c.newest, c.low); got != c.want {
			t.Errorf("after %#x, %#x is %#x, want %#x", c.newest, c.low, got, c.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		newest := rapid.Uint64().Draw(t, "newest")
		seq := newest + uint64(rapid.Int64Range(-1<<14, 1<<14-1).Draw(t, "step"))
		if got := nearest(newest, uint16(seq)^uint16(rapid.SampledFrom([]int{0, pathBit}).Draw(t, "other bits"))); got != seq {
			t.Fatalf("after %#x, %#x is %#x", newest, seq, got)
		}
	})
}
