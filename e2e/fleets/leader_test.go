//go:build unix

package fleets

import (
	"context"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"dogfight/internal/fleet"
	"dogfight/internal/fleet/overnats"
	"dogfight/net"
)

// leader returns the hub that leads a stream, or nil while none does or some hubs are behind.
func (f *fleetOf) leader(stream string) *process {
	js, err := jetstream.New(f.conn.NATS())
	if err != nil {
		f.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(f.Context(), time.Second)
	defer cancel()
	s, err := js.Stream(ctx, stream)
	if err != nil || s.CachedInfo().Cluster == nil {
		return nil
	}
	followers := 0
	for _, r := range s.CachedInfo().Cluster.Replicas {
		if r.Current && !r.Offline {
			followers++
		}
	}
	for _, h := range f.hubs {
		if followers == len(f.hubs)-1 && h.name == s.CachedInfo().Cluster.Leader {
			return h
		}
	}
	return nil
}

// TestPlayersDoNotNoticeTheDeathOfALeadingHub kills the hub that leads a stream of the directory, one of three.
func TestPlayersDoNotNoticeTheDeathOfALeadingHub(t *testing.T) {
	if !*long {
		t.Skip("with -long: three hubs take ten seconds to choose leaders")
	}
	f := startFleet(t, 3, 3)
	c := f.newCrowd(8)
	match := c.players[0].match
	var before, after, placed []time.Duration
	for round := range 10 {
		for _, stream := range append(overnats.InMemory(), overnats.Results) {
			c.until("all hubs are up to date", func() bool { return f.leader(stream) != nil })
		}
		stream := []string{"KV_dogfight_matches", "KV_dogfight_seats", "KV_dogfight_hosts"}[round%3]
		var m fleet.Match
		c.until("there is a standby", func() (ok bool) {
			m, ok = f.match(match)
			return ok && f.lives(m.Standby)
		})
		c.mark()
		c.fly(3 * time.Second)
		before = append(before, c.longestGap())
		var leader *process
		c.until("the stream has a leader", func() bool { leader = f.leader(stream); return leader != nil })
		c.mark()
		leader.kill()
		placed = append(placed, c.newcomer())
		c.fly(5 * time.Second)
		after = append(after, c.longestGap())
		for _, p := range c.players {
			if p.view.Phase != net.Playing || p.at != m.Address {
				t.Errorf("round %d: %s is in phase %d at %s", round, p.name, p.view.Phase, p.at)
			}
		}
		c.checkSeats()
		c.neverTwo()
		f.startAll(leader)
	}
	reportTimes(t, "the longest time without a new tick, of 8 players, while all hubs ran, was", before)
	reportTimes(t, "and when the leader was killed", after)
	reportTimes(t, "a newcomer was in a match after", placed)
}

// newcomer connects one more player, disconnects it, and returns the time until it flew. The player joins again if the door asks for that,
// as it does while hubs choose a leader.
func (c *crowd) newcomer() time.Duration {
	c.Helper()
	began := time.Now()
	c.add(fleet.ID(0))
	last := len(c.players) - 1
	c.players[last].patient = true
	c.until("a newcomer flies", func() bool { return c.players[last].flies() })
	took := time.Since(began)
	c.players[last].leave()
	c.players = c.players[:last]
	return took
}
