package foreign

import "time"

// interval is the time from one snapshot to the next.
type interval struct {
	last   time.Time
	mean   time.Duration
	jitter time.Duration // mean distance from the mean
}

const (
	usualInterval    = time.Second / 20 // of all these protocols
	longestInterval  = 150 * time.Millisecond
	shortestInterval = time.Second / 120
	averaged         = 8 // intervals that the mean is of, about
)

// note takes the arrival of a snapshot into account.
func (i *interval) note(now time.Time) {
	passed := now.Sub(i.last)
	switch {
	case i.last.IsZero():
		i.mean = usualInterval
	case passed > 0:
		passed = min(max(passed, shortestInterval), longestInterval)
		i.jitter += ((passed - i.mean).Abs() - i.jitter) / averaged
		i.mean += (passed - i.mean) / averaged
	}
	i.last = now
}
