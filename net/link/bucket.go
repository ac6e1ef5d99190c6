package link

import "time"

// bucket lets through so much a second, and after a pause as much at once. The
// zero value lets everything through.
type bucket struct {
	rate  float64 // a second
	level float64 // what may still pass at once
	at    time.Time
}

func newBucket(rate int) bucket { return bucket{rate: float64(rate), level: float64(rate)} }

// fill adds what has become free since the last time.
func (b *bucket) fill(now time.Time) {
	if !b.at.IsZero() {
		b.level = min(b.rate, b.level+b.rate*now.Sub(b.at).Seconds())
	}
	b.at = now
}

// allowance is what a peer may send on the data channel. The zero value is no
// limit.
type allowance struct{ packets, bytes bucket }

func newAllowance(l Limits) allowance {
	return allowance{newBucket(l.DataPackets), newBucket(l.DataBytes)}
}

// spend reports whether a packet of n bytes is within the allowance. One that is
// not costs nothing.
func (a *allowance) spend(n int, now time.Time) bool {
	if a.packets.rate == 0 {
		return true
	}
	a.packets.fill(now)
	a.bytes.fill(now)
	if a.packets.level < 1 || a.bytes.level < float64(n) {
		return false
	}
	a.packets.level--
	a.bytes.level -= float64(n)
	return true
}
