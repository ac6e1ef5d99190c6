package foreign

import "time"

// brake holds a server back that says more than any match needs: what is read no faster waits in the socket, or gets lost
// there. The zero value is ready.
type brake struct {
	since        time.Time // of the moment that is counted
	reads, bytes int       // in it
}

const (
	moment = 100 * time.Millisecond
	// maxReads and maxBytes are ten times what a server with 64 ships says in a moment, or one that tells of each of 120
	// ticks a second.
	maxReads = 120
	maxBytes = 256 << 10
)

// take takes note of a read, and returns how long to wait before the next.
func (b *brake) take(n int, now time.Time) time.Duration {
	if now.Sub(b.since) >= moment {
		*b = brake{since: now}
	}
	b.reads++
	b.bytes += n
	if b.reads < maxReads && b.bytes < maxBytes {
		return 0
	}
	return moment - now.Sub(b.since)
}
