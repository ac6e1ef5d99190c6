package swarm

import (
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	_ "dogfight/testkit"
)

// The naive twin sorts what came.
func TestPercentilesAreThoseOfTheSortedDurations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const size = 50
		h := newHistogram(time.Microsecond, size)
		short := rapid.Int64Range(-3, size-2)
		sorted := rapid.SliceOfN(short, 1, 200).Draw(t, "short")
		if rapid.Bool().Draw(t, "has long ones") { // all but the longest of which is forgotten
			longest := rapid.Int64Range(size-1, 1e6).Draw(t, "longest")
			sorted = append(sorted, longest)
		}
		for i, us := range sorted {
			h.add(time.Duration(us)*time.Microsecond + time.Duration(i%1000))
			sorted[i] = max(us, 0)
		}
		slices.Sort(sorted)
		share := rapid.Float64Range(0, 1).Draw(t, "share")
		rank := max(int(math.Ceil(share*float64(len(sorted)))), 1)
		if got, want := h.percentile(share), figure(sorted[rank-1]); got != want {
			t.Errorf("expected %v of %v to be up to %v, got %v", share, sorted, want, got)
		}
		if got := h.count(); got != uint64(len(sorted)) {
			t.Errorf("expected a count of %d, got %d", len(sorted), got)
		}
	})
}

func TestAnEmptyHistogramKnowsNoPercentile(t *testing.T) {
	h := newHistogram(time.Microsecond, 10)
	h.add(time.Second)
	h.reset()
	if got := h.percentile(0.5); !math.IsNaN(float64(got)) || h.count() != 0 {
		t.Errorf("expected nothing, got %v of %d", got, h.count())
	}
	for _, us := range []figure{3, 20} { // the second is out of range
		h.add(time.Duration(us) * time.Microsecond)
		if got := h.percentile(1); got != us {
			t.Errorf("expected %v after a reset, got %v", us, got)
		}
	}
}
