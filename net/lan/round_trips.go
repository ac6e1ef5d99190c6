package lan

import (
	"context"
	"math/rand/v2"
	"net/netip"
	"sync"
	"time"

	"dogfight/net/link"
	"dogfight/proto"
)

const (
	// tripTime is the time to measure round trips; after tripAgain hosts without an answer are asked again, as
	// datagrams get lost.
	tripTime  = 300 * time.Millisecond
	tripAgain = 120 * time.Millisecond
)

// RoundTrips measures the round trips to hosts at once, in 0.3 s at most. That of a host without an answer is 0.
func RoundTrips(ctx context.Context, hosts []netip.AddrPort) []time.Duration {
	r := roundTrips{hosts: hosts, asked: map[uint64]tripQuery{}, trips: make([]time.Duration, len(hosts)), left: len(hosts), all: make(chan struct{})}
	if len(hosts) > 0 {
		r.measure(ctx)
	}
	return r.trips
}

// roundTrips measures the round trips to hosts.
type roundTrips struct {
	hosts []netip.AddrPort // static after construction
	all   chan struct{}    // closed when all hosts have answered

	mu    sync.Mutex
	asked map[uint64]tripQuery // without an answer, by their nonces
	trips []time.Duration      // to hosts; 0 without an answer
	left  int                  // hosts without an answer
}

// tripQuery is a query to a host.
type tripQuery struct {
	host int
	at   time.Time
}

// measure returns when all hosts have answered, or after tripTime.
func (r *roundTrips) measure(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, tripTime)
	defer cancel()
	asker, err := link.NewQueryAsker(r.receive)
	if err != nil {
		return
	}
	defer asker.Close() // no answer is received after this
	r.ask(asker)
	again := time.NewTimer(tripAgain)
	defer again.Stop()
	for {
		select {
		case <-again.C:
			r.ask(asker)
		case <-r.all:
			return
		case <-ctx.Done():
			return
		}
	}
}

// ask asks all hosts without an answer.
func (r *roundTrips) ask(asker *link.QueryAsker) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i, host := range r.hosts {
		if r.trips[i] > 0 || !host.IsValid() {
			continue
		}
		nonce := max(rand.Uint64(), 1)
		r.asked[nonce] = tripQuery{i, time.Now()}
		asker.Ask(host, (&proto.Query{Nonce: nonce}).Append(nil))
	}
}

// receive handles a datagram, if it answers one of the queries.
func (r *roundTrips) receive(b []byte, at time.Time) {
	answer, err := proto.ParseAnswer(b)
	if err != nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	query, ok := r.asked[answer.Nonce]
	if !ok {
		return
	}
	delete(r.asked, answer.Nonce)
	if r.trips[query.host] == 0 {
		r.trips[query.host] = max(at.Sub(query.at), 1)
		if r.left--; r.left == 0 {
			close(r.all)
		}
	}
}
