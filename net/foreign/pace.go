package foreign

import "time"

// pace is how often something is told.
type pace struct {
	last   time.Time
	mean   time.Duration
	jitter time.Duration // mean distance from the mean
}

const (
	usualPace = time.Second / 20 // of all these protocols
	slowest   = 150 * time.Millisecond
	quickest  = time.Second / 120
	steady    = 8 // of how many the mean is, about
)

// note takes note that it was told.
func (p *pace) note(now time.Time) {
	passed := now.Sub(p.last)
	switch {
	case p.last.IsZero():
		p.mean = usualPace
	case passed > 0:
		passed = min(max(passed, quickest), slowest)
		p.jitter += ((passed - p.mean).Abs() - p.jitter) / steady
		p.mean += (passed - p.mean) / steady
	}
	p.last = now
}
