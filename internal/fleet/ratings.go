package fleet

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// RatingCache tells how well players fly, for those who place them. Its methods may be called from any goroutine.
type RatingCache struct {
	bus Bus

	mu    sync.Mutex
	known map[string]rated
}

type rated struct {
	Rating
	until time.Time
}

const (
	ratingLife  = time.Minute // a match is longer
	mostRatings = 20_000
	ratingTime  = time.Second // how long somebody who is to be placed waits
)

// NewRatingCache returns one that asks over the bus.
func NewRatingCache(bus Bus) *RatingCache {
	return &RatingCache{bus: bus, known: map[string]rated{}}
}

// Of returns the ratings of players by their keys, in that order; 0 of those who are not known. It asks for those that it does
// not have, at most MostAsked; without a hub it goes by what it had, however old, and there is an error.
func (c *RatingCache) Of(ctx context.Context, identities []string) ([]Rating, error) {
	var failed error
	if missing := c.Missing(identities); len(missing) > 0 {
		failed = c.ask(ctx, missing)
	}
	return c.Known(identities), failed
}

// Known returns the ratings of players as Of does, by what it has: it asks nobody, and does not wait.
func (c *RatingCache) Known(identities []string) []Rating {
	c.mu.Lock()
	defer c.mu.Unlock()
	list := make([]Rating, len(identities))
	for i, identity := range identities {
		list[i] = c.known[identity].Rating
	}
	return list
}

// Missing returns those of the players, at most MostAsked, of whom Of would ask.
func (c *RatingCache) Missing(identities []string) (list []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := time.Now()
	for _, identity := range identities {
		if identity != "" && len(list) < MostAsked && !now.Before(c.known[identity].until) {
			list = append(list, identity)
		}
	}
	return list
}

func (c *RatingCache) ask(ctx context.Context, identities []string) error {
	ask, err := AppendRecord(nil, &RatingsAsk{identities})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, ratingTime)
	defer cancel()
	b, err := c.bus.Ask(ctx, RatingsSubject, ask)
	if err != nil {
		return err
	}
	answer, err := ParseRecord[Ratings](b)
	if err != nil {
		return err
	}
	if len(answer.Ratings) != len(identities) {
		return fmt.Errorf("fleet: asked for %d ratings, got %d", len(identities), len(answer.Ratings))
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.known)+len(identities) > mostRatings {
		clear(c.known)
	}
	for i, identity := range identities {
		c.known[identity] = rated{answer.Ratings[i], time.Now().Add(ratingLife)}
	}
	return nil
}
