package link

import "time"

// rush tells whether datagrams come thick and fast.
type rush struct {
	on    bool
	n     int // datagrams since then
	since time.Time
}

const (
	// breath is how long a socket is left alone in a rush, so that what comes
	// meanwhile is taken with one call: to be woken up for each datagram would
	// cost a busy host more than all that it does with them.
	breath = time.Millisecond

	// rushing is the time between datagrams, on average, that makes a rush: 300
	// players send as many.
	rushing = 100 * time.Microsecond
)

// is reports whether it is a rush, now that n more datagrams have come.
func (r *rush) is(n int, now time.Time) bool {
	r.n += n
	if took := now.Sub(r.since); took >= breath {
		r.on = took < time.Duration(r.n)*rushing
		r.n, r.since = 0, now
	}
	return r.on
}
