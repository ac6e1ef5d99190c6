package link

import (
	"hash/maphash"
	"net/netip"
	"sync/atomic"
	"time"
)

// queries answers those who belong to no link, in one datagram for one. It is owned
// by the goroutine that reads the socket, but for what is atomic.
type queries struct {
	answerer atomic.Pointer[Answerer] // nil: nobody answers
	seed     maphash.Seed
	all      bucket
	sites    [querySites]bucket // of each site, which may share one
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
	// querySites is how many sites are told apart. More would be of no use: what
	// is sent to all of them is bounded too.
	querySites = 1024
	// queryRate is how many queries of a site are answered each second: a few
	// players behind one router, who each ask once.
	queryRate = 16
	// queryRateOfAll is how many are answered in all. Even with forged addresses, a
	// host sends no more than 32 kB of answers a second.
	queryRateOfAll = 256
)

func newQueries() *queries {
	q := &queries{seed: maphash.MakeSeed(), all: newBucket(queryRateOfAll)}
	for i := range q.sites {
		q.sites[i] = newBucket(queryRate)
	}
	return q
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
	if len(answer) == 0 || len(answer) > len(query) {
		return nil
	}
	return answer
}

// admit reports whether a query from an address is within the limits, and counts it.
// What one site sends beyond its own takes nothing of what is there for all.
func (q *queries) admit(from netip.Addr, now time.Time) bool {
	mine := &q.sites[maphash.Comparable(q.seed, site(from))%querySites]
	mine.fill(now)
	q.all.fill(now)
	if mine.level < 1 || q.all.level < 1 {
		return false
	}
	mine.level--
	q.all.level--
	return true
}
