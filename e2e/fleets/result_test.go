//go:build unix

package fleets

import (
	"context"
	"testing"
	"time"

	"dogfight/internal/fleet/registry"
)

// TestAMatchWhoseHostIsKilledCountsOnce kills the host of a match that ends at another.
func TestAMatchWhoseHostIsKilledCountsOnce(t *testing.T) {
	f := startFleet(t, 1, 3, "--time", "12s")
	c := f.newCrowd(4)
	match := c.players[0].match
	for round := range rounds(5) {
		c.until("a match is under way", func() bool { return c.allFly() && c.players[0].view.NextMatch == 0 })
		c.until("somebody stands by", func() bool {
			m, ok := f.match(match)
			return ok && f.lives(m.Standby)
		})
		c.fly(time.Second)
		m, ok := f.match(match)
		if !ok {
			t.Fatal("the match is not in the directory")
		}
		dying := f.whereIs(&m)
		dying.kill()
		c.until("the match is over at another host", func() bool { return c.allElsewhere(m.Address) && c.players[0].view.NextMatch > 0 })
		c.until("it is kept", func() bool { return f.matchesOf(c) >= round+1 })
		c.fly(time.Second) // in which it could be kept again
		if n := f.matchesOf(c); n != round+1 {
			t.Fatalf("%d matches are kept, of %d", n, round+1)
		}
		f.startAll(dying)
	}
}

// matchesOf returns how many matches the hub has kept in which a crowd was: the same of each, or -1.
func (f *fleetOf) matchesOf(c *crowd) int {
	ctx, cancel := context.WithTimeout(f.Context(), 2*time.Second)
	defer cancel()
	scores, err := registry.AskScores(ctx, f.conn, 100)
	if err != nil {
		return -1
	}
	kept := map[string]int{}
	for _, s := range scores.Pilots {
		kept[s.Identity] = s.Matches
	}
	n := kept[c.players[0].identity]
	for _, p := range c.players {
		if kept[p.identity] != n {
			return -1
		}
	}
	return n
}
