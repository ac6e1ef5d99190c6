//go:build unix

package fleets

import (
	"context"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/internal/fleet/registry"
)

// TestAMatchWhoseHostIsKilledCountsOnce kills the host of a match that ends at another.
func TestAMatchWhoseHostIsKilledCountsOnce(t *testing.T) {
	f := startFleet(t, 1, 3, "--time", "10s")
	c := f.newCrowd(4)
	match := c.players[0].match
	for range rounds(5) {
		c.until("somebody stands by", func() bool {
			m, ok := f.match(match)
			return ok && f.lives(m.Standby)
		})
		c.until("a match is under way that does not end soon", func() bool {
			v := c.players[0].view
			return c.allFly() && v.NextMatch == 0 && int32(v.World.Tick-v.World.Started) < 6*game.TickRate && v.World.Status == game.InProgress
		})
		kept := 0
		c.until("the hub tells what it has kept", func() bool { kept = f.matchesOf(c); return kept >= 0 })
		m, ok := f.match(match)
		if !ok {
			t.Fatal("the match is not in the directory")
		}
		dying := f.whereIs(&m)
		dying.kill()
		c.until("the match is over at another host", func() bool { return c.allElsewhere(m.Address) && c.players[0].view.NextMatch > 0 })
		c.until("it is kept", func() bool { return f.matchesOf(c) > kept })
		c.fly(time.Second) // in which it could be kept again
		if n := f.matchesOf(c); n != kept+1 {
			t.Fatalf("%d matches are kept, of %d", n, kept+1)
		}
		f.startAll(dying)
	}
}

// matchesOf returns how many matches the hub has kept in which a crowd was: the same of each, or -1.
func (f *fleetOf) matchesOf(c *crowd) int {
	ctx, cancel := context.WithTimeout(f.Context(), answerTime)
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
