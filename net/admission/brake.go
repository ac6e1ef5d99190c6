// Package brake holds back what comes in: a peer that sends too much is read later.
package admission

import (
	"time"

	"golang.org/x/time/rate"
)

// Brake holds back a peer that sends too much. It belongs to one goroutine.
type Brake struct{ bytes *rate.Limiter }

// New takes bytes a second, and at once after a pause.
func NewBrake(perSecond, burst int) Brake {
	return Brake{rate.NewLimiter(rate.Limit(perSecond), burst)}
}

// Took notes that n bytes came, and returns how long to wait before the next. What
// came is owed even where it is more than a burst, for which a Limiter makes no
// reservation.
func (b Brake) Took(n int, now time.Time) (wait time.Duration) {
	for n > 0 {
		part := min(n, b.bytes.Burst())
		wait = b.bytes.ReserveN(now, part).DelayFrom(now)
		n -= part
	}
	return wait
}

// Pause waits, at the longest until closed is.
func Pause(wait time.Duration, closed <-chan struct{}) {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-closed:
	}
}
