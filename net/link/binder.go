package link

import (
	"net/netip"
	"time"

	"dogfight/net/relay"
)

// binder binds this end of a pair to the source address of its socket at the relay. It has no clock.
type binder struct {
	via       relay.Via
	challenge uint64         // of the relay's newest answer
	reflexive netip.AddrPort // this end's address, as the relay sees it; none until bound
	askedAt   time.Time
	boundAt   time.Time // zero: must be asked for
	tries     int       // since the last answer
}

const (
	// bindAgain is a third of the time after which a relay forgets an end. It also keeps a router's mapping.
	bindAgain = 10 * time.Second

	// A bind without an answer is repeated after 100, 200, 400, 800 ms, and then each second; after askTries, UDP to the
	// relay is taken for blocked, and bindAgain is the pause.
	askTries = 8
)

// due returns the time of the next bind.
func (b *binder) due() time.Time {
	switch {
	case !b.boundAt.IsZero():
		return b.boundAt.Add(bindAgain)
	case b.tries >= askTries:
		return b.askedAt.Add(bindAgain)
	}
	return b.askedAt.Add(min(firstPause<<max(b.tries-1, 0), lastPause))
}

// bind appends a bind to buf if one is due, and returns the time until the next call.
func (b *binder) bind(buf []byte, now time.Time) (_ []byte, wait time.Duration) {
	if b.due().After(now) {
		return buf, b.due().Sub(now)
	}
	b.askedAt, b.boundAt = now, time.Time{}
	b.tries = min(b.tries+1, askTries)
	return relay.AppendBind(buf, b.via.Number, b.challenge), b.due().Sub(now)
}

// answered handles the relay's answer to a bind. A new challenge is answered at once.
func (b *binder) answered(a relay.BoundAnswer, now time.Time) {
	switch {
	case a.Challenge == 0:
		b.boundAt, b.reflexive, b.tries = now, a.Reflexive, 0
	case a.Challenge != b.challenge:
		b.challenge = a.Challenge
		b.askedAt = now.Add(-lastPause)
	}
}

// expire makes the next bind due: the router may have moved this end.
func (b *binder) expire() { b.boundAt, b.tries, b.askedAt = time.Time{}, 0, time.Time{} }
