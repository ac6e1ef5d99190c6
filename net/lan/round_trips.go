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
	// tripTime is how long hosts may take to answer whose round trips are measured, and tripAgain when those are asked again that have
	// not: a datagram may get lost.
	tripTime  = 300 * time.Millisecond
	tripAgain = 120 * time.Millisecond
)

// RoundTrips measures the round trips to hosts, all at once, in 0.3 s at most. Of one that does not answer it is 0.
func RoundTrips(ctx context.Context, hosts []netip.AddrPort) []time.Duration {
	ctx, cancel := context.WithTimeout(ctx, tripTime)
	defer cancel()
	trips := make([]time.Duration, len(hosts))
	type asked struct {
		host int
		at   time.Time
	}
	var mu sync.Mutex
	waiting := map[uint64]asked{}
	missing, all := len(hosts), make(chan struct{})
	heard := func(b []byte, at time.Time) {
		answer, err := proto.ParseAnswer(b)
		if err != nil {
			return
		}
		mu.Lock()
		defer mu.Unlock()
		was, ok := waiting[answer.Nonce]
		if !ok {
			return
		}
		delete(waiting, answer.Nonce)
		if trips[was.host] == 0 {
			trips[was.host] = max(at.Sub(was.at), 1)
			if missing--; missing == 0 {
				close(all)
			}
		}
	}
	asker, err := link.NewQueryAsker(heard)
	if err != nil || len(hosts) == 0 {
		if err == nil {
			asker.Close()
		}
		return trips
	}
	ask := func() {
		for i, host := range hosts {
			mu.Lock()
			wanted, nonce := trips[i] == 0 && host.IsValid(), max(rand.Uint64(), 1)
			if wanted {
				waiting[nonce] = asked{i, time.Now()}
			}
			mu.Unlock()
			if wanted {
				asker.Ask(host, (&proto.Query{Nonce: nonce}).Append(nil))
			}
		}
	}
	ask()
	again := time.NewTimer(tripAgain)
	defer again.Stop()
	for done := false; !done; {
		select {
		case <-again.C:
			ask()
		case <-all:
			done = true
		case <-ctx.Done():
			done = true
		}
	}
	asker.Close() // nothing is heard any more
	return trips
}
