package swarm

import (
	"math"
	"sync/atomic"
	"time"
)

// histogram counts durations, to the unit. It is safe from any goroutine, and
// allocates nothing once made. What lies beyond its range counts as the longest
// that came.
type histogram struct {
	unit    time.Duration
	buckets []atomic.Uint32
	longest atomic.Int64 // in units
}

// newHistogram returns one that tells durations below unit * size apart.
func newHistogram(unit time.Duration, size int) *histogram {
	return &histogram{unit: unit, buckets: make([]atomic.Uint32, size)}
}

// add counts a duration. One below 0 counts as 0.
func (h *histogram) add(d time.Duration) {
	n := max(int64(d/h.unit), 0)
	h.buckets[min(n, int64(len(h.buckets)-1))].Add(1)
	for longest := h.longest.Load(); n > longest && !h.longest.CompareAndSwap(longest, n); {
		longest = h.longest.Load()
	}
}

func (h *histogram) reset() {
	for i := range h.buckets {
		h.buckets[i].Store(0)
	}
	h.longest.Store(0)
}

func (h *histogram) count() (n uint64) {
	for i := range h.buckets {
		n += uint64(h.buckets[i].Load())
	}
	return n
}

// percentile returns the least number of units that a share of all durations, 0
// to 1, does not exceed: a duration that came, not a mean of two. Without any it
// is unknown.
func (h *histogram) percentile(share float64) figure {
	n := h.count()
	if n == 0 {
		return unknown
	}
	rank := max(uint64(math.Ceil(share*float64(n))), 1)
	last := len(h.buckets) - 1
	for i := range h.buckets[:last] {
		if c := uint64(h.buckets[i].Load()); c < rank {
			rank -= c
		} else {
			return figure(i)
		}
	}
	return figure(h.longest.Load())
}
