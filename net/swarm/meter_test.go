package swarm

import (
	"encoding/json"
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"dogfight/net"
	_ "dogfight/testkit"
)

func TestMeasuringATickAllocatesNothing(t *testing.T) {
	m := newMeter(1)
	tick := net.Measured{Late: time.Millisecond, Work: time.Second, Flown: 2, Missed: 1}
	if n := testing.AllocsPerRun(1000, func() { m.tick(0, tick) }); n != 0 {
		t.Errorf("expected no allocation, got %v", n)
	}
}

func TestAReportBeginsWithBegin(t *testing.T) {
	m := newMeter(2)
	m.tick(0, net.Measured{Late: time.Second, Work: time.Second, Flown: 1000, Missed: 100})
	m.begin()
	for i := range uint64(100) {
		us := time.Duration(i) * time.Microsecond
		m.tick(0, net.Measured{Late: us, Work: 2 * us, Flown: 1000 + i, Missed: 101})
		m.tick(1, net.Measured{Late: us, Work: 2 * us, Flown: i, Missed: 2})
	}
	r := m.report()
	if r.Ticks != 200 || r.Flown != 99+99 || r.Missed != 1+2 || r.LateP99 != 98 || r.WorkP50 != 98 || r.WorkP99 != 196 {
		t.Errorf("wrong report: %+v", r)
	}
}

func TestAnUnknownFigureIsNull(t *testing.T) {
	for _, c := range []struct {
		f    figure
		text string
	}{
		{12, "12"}, {1.23456, "1.235"}, {1 << 53, "9007199254740992"}, {0, "0"},
		{unknown, "null"}, {1 - unknown, "null"}, {known(0), "null"}, {figure(math.Inf(1)), "null"},
	} {
		b, err := json.Marshal(c.f)
		if err != nil || string(b) != c.text {
			t.Errorf("expected %s, got %s, %v", c.text, b, err)
		}
		var back figure
		if err := json.Unmarshal(b, &back); err != nil {
			t.Errorf("%s: %v", b, err)
		}
		if again, _ := json.Marshal(back); string(again) != c.text {
			t.Errorf("expected %s again, got %s", c.text, again)
		}
	}
}

// The naive twin sorts the durations.
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
