package fleet

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// RatingCache caches the ratings of players for placing. Methods are safe for concurrent use.
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
	ratingLife = time.Minute // a match is longer
	maxRatings = 20_000
	ratingTime = time.Second // limit for a question, as a player waits
)

// NewRatingCache returns a cache that asks the hub.
func NewRatingCache(bus Bus) *RatingCache {
	return &RatingCache{bus: bus, known: map[string]rated{}}
}

// Of returns the ratings of players by their keys, in that order; 0 for unknown ones. It asks the hub for up to MostAsked missing ones. Without a hub it
// returns cached ratings of any age and an error.
func (c *RatingCache) Of(ctx context.Context, identities []string) ([]Rating, error) {
	var failed error
	if missing := c.Missing(identities); len(missing) > 0 {
		failed = c.ask(ctx, missing)
	}
	return c.Known(identities), failed
}

// Known returns cached ratings like Of, without asking the hub.
func (c *RatingCache) Known(identities []string) []Rating {
	c.mu.Lock()
	defer c.mu.Unlock()
	list := make([]Rating, len(identities))
	for i, identity := range identities {
		list[i] = c.known[identity].Rating
	}
	return list
}

// Missing returns the players, at most MostAsked, that Of would request from the hub.
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
	if len(c.known)+len(identities) > maxRatings {
		clear(c.known)
	}
	for i, identity := range identities {
		c.known[identity] = rated{answer.Ratings[i], time.Now().Add(ratingLife)}
	}
	return nil
}
