package foreign

import (
	"time"

	"golang.org/x/time/rate"
)

// throttle slows down a server that sends more than any match needs: what is not read waits
// in the socket, or is lost there.
type throttle struct{ reads, bytes *rate.Limiter }

// maxReads and maxBytes are ten times what a server with 64 ships sends in a tenth of a second, or one that sends each of
// 120 ticks a second. So much is read at once after a pause, and ten times as much a second.
const (
	maxReads = 120
	maxBytes = 256 << 10
)

func newThrottle() throttle {
	return throttle{rate.NewLimiter(10*maxReads, maxReads), rate.NewLimiter(10*maxBytes, maxBytes)}
}

// take counts a read of n bytes, which are fewer than maxBytes, and returns how long to wait before the next.
func (t throttle) take(n int, now time.Time) time.Duration {
	return max(t.reads.ReserveN(now, 1).DelayFrom(now), t.bytes.ReserveN(now, n).DelayFrom(now))
}
