package link

import (
	"time"

	"golang.org/x/time/rate"
)

// allowance is what a peer may send on the data channel: so much a second, and after
// a pause as much at once. The zero value is no limit. It is guarded by the
// link's lock.
type allowance struct{ packets, bytes *rate.Limiter }

func newAllowance(l Limits) allowance {
	return allowance{perSecond(l.DataPackets), perSecond(l.DataBytes)}
}

// perSecond returns a full limiter of n a second, whose burst is one second's worth.
func perSecond(n int) *rate.Limiter { return rate.NewLimiter(rate.Limit(n), n) }

// spend reports whether a packet of n bytes is within the allowance. One that is
// not costs nothing.
func (a *allowance) spend(n int, now time.Time) bool {
	if a.packets == nil {
		return true
	}
	if a.packets.TokensAt(now) < 1 || !a.bytes.AllowN(now, n) {
		return false
	}
	return a.packets.AllowN(now, 1)
}
