package admission

import (
	"cmp"
	"time"

	"golang.org/x/time/rate"
)

// ReplyBudget bounds the bytes to an address that may be forged (RFC 9000, section 8.1). It counts the payload of
// datagrams, without the headers of UDP and IP, which have the same 28 or 48 bytes each way. It belongs to one
// goroutine. The zero value is that of an unknown address.
type ReplyBudget struct {
	// Times is the number of bytes sent for each received; 0 is 3, the maxBudget that RFC 9000 allows.
	Times uint8

	left   int
	proven bool
}

// maxBudget bounds the savings, so that they never overflow.
const maxBudget = 1 << 24

// Received counts a datagram of n bytes from the address.
func (b *ReplyBudget) Received(n int) {
	b.left = min(b.left+n*int(cmp.Or(b.Times, 3)), maxBudget)
}

// Allow reports whether a datagram of n bytes may be sent, and counts it then.
func (b *ReplyBudget) Allow(n int) bool {
	switch {
	case b.proven:
		return true
	case n > b.left:
		return false
	}
	b.left -= n
	return true
}

// Left returns the bytes that may be sent now.
func (b *ReplyBudget) Left() int {
	if b.proven {
		return maxBudget
	}
	return b.left
}

// Validate removes the bound: the peer has echoed something that was sent to this address only.
func (b *ReplyBudget) Validate() { b.proven = true }

func (b *ReplyBudget) Proven() bool { return b.proven }

// Brake slows down a peer that sends too much. It belongs to one goroutine.
type Brake struct{ bytes *rate.Limiter }

// NewBrake allows bytes a second, and a burst after a pause.
func NewBrake(perSecond, burst int) Brake {
	return Brake{rate.NewLimiter(rate.Limit(perSecond), burst)}
}

// Took counts n received bytes, and returns the time to wait before the next read. They count even beyond a burst, for
// which a Limiter makes no reservation.
func (b Brake) Took(n int, now time.Time) (wait time.Duration) {
	for n > 0 {
		part := min(n, b.bytes.Burst())
		wait = b.bytes.ReserveN(now, part).DelayFrom(now)
		n -= part
	}
	return wait
}

// Pause waits, or until closed is closed.
func Pause(wait time.Duration, closed <-chan struct{}) {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-closed:
	}
}
