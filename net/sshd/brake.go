package sshd

import (
	"time"

	"golang.org/x/time/rate"
)

// brake holds back a peer that sends too much. It belongs to one goroutine.
type brake struct{ bytes *rate.Limiter }

// newBrake takes bytes a second, and at once after a pause.
func newBrake(perSecond, burst int) brake {
	return brake{rate.NewLimiter(rate.Limit(perSecond), burst)}
}

// took notes that n bytes came, and returns how long to wait before the next. What
// came is owed even where it is more than a burst, for which a Limiter makes no
// reservation.
func (b brake) took(n int, now time.Time) (wait time.Duration) {
	for n > 0 {
		part := min(n, b.bytes.Burst())
		wait = b.bytes.ReserveN(now, part).DelayFrom(now)
		n -= part
	}
	return wait
}
