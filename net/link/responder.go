package link

import (
	"net/netip"
	"sync/atomic"
	"time"

	"dogfight/net/admission"
)

// Responder answers queries within limits. It is owned by the goroutine that reads the
// socket, but for what is atomic.
type queryResponder struct {
	answerer atomic.Pointer[QueryAnswerer] // nil: nothing is answered
	near     *admission.FairShare          // of the networks of this machine, by admission.IsLocal
	far      *admission.FairShare          // of all others
	buf      [maxSize]byte
}

// Answerer appends the answer to a query to buf, or returns buf as it is when there
// is none to be given. It must return soon, and keep neither.
type QueryAnswerer func(query, buf []byte) []byte

// Number is "DOG", with which queries begin where other datagrams have the
// number of their link. No link has it.
const queryNumber SequenceNumber = 'D'<<16 | 'O'<<8 | 'G'

const (
	// queryRate is how many queries of a site are answered each second: a few
	// players behind one router, each of whom asks once.
	queryRate = 16
	// queryRateFar is how many from elsewhere are answered in all, those that ask seldom
	// first. Even with forged addresses, a host sends no more than 128 kB
	// of answers a second, none longer than its query.
	queryRateFar = 1024
	// queryRateNear is how many of the own networks are answered besides, so that a flood
	// from outside does not disturb players who look for a match there.
	queryRateNear = 256
)

// NewResponder returns one that answers nothing yet.
func newQueryResponder() *queryResponder {
	return &queryResponder{near: admission.NewFairShare(queryRateNear, queryRate), far: admission.NewFairShare(queryRateFar, queryRate)}
}

// Use has a answer from now on. It may be called from any goroutine.
func (q *queryResponder) Use(a QueryAnswerer) { q.answerer.Store(&a) }

// Answer returns the answer to a query, or nil if there is none. It is never longer
// than the query, so that forged ones do not multiply. It is valid until the next call.
func (q *queryResponder) Answer(query []byte, from netip.Addr, now time.Time) []byte {
	answerer := q.answerer.Load()
	if answerer == nil || !q.admit(from, now) {
		return nil
	}
	answer := (*answerer)(query, q.buf[:0])
	budget := admission.ReplyBudget{Times: 1}
	budget.Received(len(query))
	if len(answer) == 0 || !budget.Allow(len(answer)) {
		return nil
	}
	return answer
}

// admit reports whether a query from an address is within the limits, and counts it.
func (q *queryResponder) admit(from netip.Addr, now time.Time) bool {
	if admission.IsLocal(from) {
		return q.near.Allow(admission.Site(from), now)
	}
	return q.far.Allow(admission.Site(from), now)
}
