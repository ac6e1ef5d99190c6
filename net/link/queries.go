package link

import (
	"net/netip"
	"sync/atomic"
	"time"

	"dogfight/net/admission"
	"dogfight/net/antiamp"
)

// queries answers those who belong to no link, in one datagram for one. It is owned
// by the goroutine that reads the socket, but for what is atomic.
type queries struct {
	answerer atomic.Pointer[Answerer] // nil: nobody answers
	near     *antiamp.Fair            // of the networks of this machine, by admission.IsLocal
	far      *antiamp.Fair            // of all others
	buf      [maxDatagram]byte
	traffic  traffic
}

// Answerer appends the answer to a query to buf, or returns buf as it is when there
// is none to be given. It must return soon, and keep neither.
type Answerer func(query, buf []byte) []byte

// queryNumber is "DOG", with which queries begin where other datagrams have the
// number of their link. No link has it.
const queryNumber connection = 'D'<<16 | 'O'<<8 | 'G'

const (
	// queryRate is how many queries of a site are answered each second: a few
	// players behind one router, who each ask once.
	queryRate = 16
	// queryRateFar is how many from elsewhere are answered in all, of which those have
	// theirs who ask seldom. Even with forged addresses, a host sends no more than 128 kB
	// of answers a second, none longer than its query.
	queryRateFar = 1024
	// queryRateNear is how many of the own networks are answered besides, so that a flood
	// from outside leaves alone who looks for a match there.
	queryRateNear = 256
)

func newQueries() *queries {
	return &queries{near: antiamp.NewFair(queryRateNear, queryRate), far: antiamp.NewFair(queryRateFar, queryRate)}
}

// isQuery reports whether a datagram to a host, of good length, is one.
func isQuery(b []byte) bool { return parseConnection(b) == queryNumber }

// take returns the answer to a query, or nil if there is none. It is never longer
// than the query, so that forged ones do not multiply.
func (q *queries) take(query []byte, from netip.Addr, now time.Time) []byte {
	answerer := q.answerer.Load()
	if answerer == nil || !q.admit(from, now) {
		return nil
	}
	answer := (*answerer)(query, q.buf[:0])
	budget := antiamp.Budget{Times: 1}
	budget.Received(len(query))
	if len(answer) == 0 || !budget.Allow(len(answer)) {
		return nil
	}
	return answer
}

// admit reports whether a query from an address is within the limits, and counts it.
func (q *queries) admit(from netip.Addr, now time.Time) bool {
	if admission.IsLocal(from) {
		return q.near.Allow(site(from), now)
	}
	return q.far.Allow(site(from), now)
}
