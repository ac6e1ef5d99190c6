//go:build unix

package fleets

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"dogfight/internal/fleet"
)

// TestAMatchWhoseHostIsKilledCountsOnce kills the host of a match, and ends the match at the host that resumes it: it is drained, and finds
// no other host for the match.
func TestAMatchWhoseHostIsKilledCountsOnce(t *testing.T) {
	t.Parallel()
	for n := range rounds(5) {
		t.Run(fmt.Sprint("fleet ", n+1), func(t *testing.T) {
			f := startFleet(t, 1, 2)
			c := f.newCrowd(4)
			m := c.withLog(c.players[0].match)
			f.whereIs(&m).kill()
			c.until("all are at the other host", func() bool { return c.allElsewhere(m.Address) })
			other := f.whereIs(&fleet.Match{Address: c.players[0].at})
			other.run("admin", "--socket", other.socket, "drain", "1s")
			c.until("the match is over, and recorded", func() bool { return strings.Contains(f.hubs[0].log(), "match recorded") })
			c.fly(time.Second) // time in which it could be recorded again
			kept := -1
			c.until("the hub has a number of recorded matches", func() bool { kept = f.matchesOf(c); return kept >= 0 })
			if kept != 1 {
				t.Fatalf("got %d recorded matches, expected 1", kept)
			}
		})
	}
}

// matchesOf returns the number of recorded matches of each player in a crowd, or -1 if they differ.
func (f *fleetOf) matchesOf(c *crowd) int {
	kept, ok := f.recorded()
	n := kept[c.players[0].identity]
	for _, p := range c.players {
		if !ok || kept[p.identity] != n {
			return -1
		}
	}
	return n
}

// recorded returns the number of recorded matches of each player, by key, and false if the hub does not answer.
func (f *fleetOf) recorded() (matches map[string]int, ok bool) {
	ctx, cancel := context.WithTimeout(f.Context(), answerTime)
	defer cancel()
	scores, err := fleet.AskScores(ctx, f.conn, 100)
	matches = map[string]int{}
	if err == nil {
		for _, s := range scores.Pilots {
			matches[s.Identity] = s.Matches
		}
	}
	return matches, err == nil
}
