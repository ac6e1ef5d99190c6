// Package tournament lets equal bots fight to see which ships and guns win: in each
// match every class flies with every weapon once.
//
//	Run ──► a worker a core: matches ──► results ──► Table
//
// A match depends on its number and the seed alone, and the table adds up the
// results in the order of their numbers. So it is the same whatever the number of
// cores.
package cli

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"dogfight/game"
	"dogfight/sys"
)

// Config says what is played.
type Config struct {
	Setups  []*game.Setup // taken in turn; of the same classes and weapons, and with a limit
	Matches int
	Skill   int // of all bots, 1 to 5
	Seed    uint64

	Workers  int            // 0: one a core
	Progress func(done int) // if not nil, called by Run after each match
}

// Pairs returns how many ships fly in a match.
func pairs(s *game.Setup) int { return len(s.Classes) * len(s.Weapons) }

// Run plays the matches. It fails only when the context ends before they do.
func run(ctx context.Context, c Config) (table, error) {
	results, done := make([]result, c.Matches), 0
	for r := range c.play(ctx) {
		results[r.number] = r
		if done++; c.Progress != nil {
			c.Progress(done)
		}
	}
	if done < c.Matches {
		return table{}, fmt.Errorf("interrupted after %d of %d matches", done, c.Matches)
	}
	return tabulate(c.Setups[0], results), nil
}

// play returns a channel of the results of all matches, which is closed after the
// last, or early when the context ends.
func (c *Config) play(ctx context.Context) <-chan result {
	results := make(chan result)
	var next atomic.Int64
	var workers sync.WaitGroup
	for range cmp.Or(c.Workers, runtime.GOMAXPROCS(0)) {
		workers.Add(1)
		go func() {
			defer sys.Restore()
			defer workers.Done()
			for {
				number := int(next.Add(1)) - 1
				if number >= c.Matches {
					return
				}
				r, ok := c.match(ctx, number)
				if !ok {
					return
				}
				results <- r
			}
		}()
	}
	go func() {
		defer sys.Restore()
		workers.Wait()
		close(results)
	}()
	return results
}
