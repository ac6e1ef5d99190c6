package enet

import "time"

// roundTrip is how long acknowledgements take.
type roundTrip struct {
	mean, variation time.Duration
	measured        bool
}

const (
	// usualTrip is assumed before anything was measured.
	usualTrip = 500 * time.Millisecond

	// leastPatience keeps what merely waited for a thread from being sent twice.
	leastPatience = 30 * time.Millisecond
)

func (t *roundTrip) take(sample time.Duration) {
	sample = max(sample, time.Millisecond)
	if !t.measured {
		*t = roundTrip{sample, sample / 2, true}
		return
	}
	off := sample - t.mean
	t.mean += off / 8
	t.variation += (max(off, -off) - t.variation) / 4
}

// patience is how long to wait for an acknowledgement.
func (t *roundTrip) patience() time.Duration { return max(t.mean+4*t.variation, leastPatience) }
