package server

import (
	"context"
	"sync"
	"time"

	"dogfight/internal/fleet"
	"dogfight/net"
	"dogfight/sys"
)

// matchRatings finds the ratings of players in a host's matches. Missing ones are asked for in the background, for all
// matches at once, and are there the next time. One goroutine owns it.
type matchRatings struct {
	cache     *fleet.RatingCache
	wanted    []string   // players without a recent rating
	asked     chan error // the result of asking; nil if nothing is asked
	notBefore time.Time
}

// rateAgain is the pause after a hub has not answered: perhaps it keeps no records.
const rateAgain = 10 * time.Second

// mean returns the mean rating of players with a seat; 0 if none is known.
func (r *matchRatings) mean(pilots []net.PilotInfo) int {
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

// ask asks for the ratings that mean missed, unless a question is under way, or has just failed.
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
