package server

import (
	"context"
	"sync"
	"time"

	"dogfight/internal/fleet"
	"dogfight/net"
	"dogfight/sys"
)

// matchRatings tells how good the players of a host's matches are. Nobody waits for the hub: what is missing is asked for beside, for all
// matches at once, and is there the next time. It belongs to one goroutine.
type matchRatings struct {
	cache     *fleet.RatingCache
	wanted    []string   // of whom nothing is known, or nothing new
	asked     chan error // what came of asking; nil while nobody is asked
	notBefore time.Time
}

// rateAgain is how long a hub is left alone that has not answered, which may be none that keeps records.
const rateAgain = 10 * time.Second

// mean returns the mean rating of those who have a seat; 0 if none is known.
func (r *matchRatings) mean(pilots []net.Present) int {
	var identities []string
	for _, p := range pilots {
		if !p.Bot && !p.Spectates && p.Identity != "" {
			identities = append(identities, p.Identity)
		}
	}
	r.wanted = append(r.wanted, r.cache.Missing(identities)...)
	sum, n := 0, 0
	for _, known := range r.cache.Known(identities) {
		if rating := known.Firm(); rating > 0 {
			sum, n = sum+min(rating, fleet.MaxRating), n+1
		}
	}
	return sum / max(n, 1)
}

// ask asks for those of whom mean has found nothing, unless that is being done, or was in vain a moment ago.
func (r *matchRatings) ask(ctx context.Context, running *sync.WaitGroup) {
	wanted := r.wanted
	r.wanted = nil
	select {
	case err := <-r.asked:
		if r.asked = nil; err != nil {
			r.notBefore = time.Now().Add(rateAgain)
		}
	default:
	}
	if len(wanted) == 0 || r.asked != nil || time.Now().Before(r.notBefore) {
		return
	}
	asked := make(chan error, 1)
	r.asked = asked
	running.Go(func() {
		defer sys.Restore()
		_, err := r.cache.Of(ctx, wanted)
		asked <- err
	})
}
