//go:build unix

package fleets

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"dogfight/internal/fleet"
	"dogfight/testkit"
)

// crowds are the players of several matches of a fleet.
type crowds []*crowd

// until lets all play until a condition holds.
func (all crowds) until(what string, holds func() bool) {
	all[0].Helper()
	testkit.Until(all[0].T, what, func() bool {
		for _, c := range all {
			c.frame()
		}
		return holds()
	})
}

func (all crowds) fly(d time.Duration) {
	for began := time.Now(); time.Since(began) < d; time.Sleep(time.Second / 60) {
		for _, c := range all {
			c.frame()
		}
	}
}

func (all crowds) every(is func(*crowd) bool) bool {
	return !slices.ContainsFunc(all, func(c *crowd) bool { return !is(c) })
}

// crowdIn connects players to a match.
func (f *fleetOf) crowdIn(match fleet.ID, players int) *crowd {
	c := &crowd{fleetOf: f, ticks: map[string]*progress{}}
	for range players {
		c.add(match)
	}
	return c
}

// settled reports whether the directory has the match with all its players, a living standby and its seats.
func (c *crowd) settled() bool {
	m, ok := c.match(c.players[0].match)
	return ok && m.Players == len(c.players) && c.lives(m.Standby) && len(c.list(fleet.Seats)) >= len(c.players)
}

// emptyMatch returns a match without players.
func (f *fleetOf) emptyMatch(but fleet.ID) (id fleet.ID) {
	f.await("there is another match", func() bool {
		for _, e := range f.list(fleet.Matches) {
			if m, err := fleet.Parse[fleet.Match](e.Value); err == nil && m.ID != but && m.Players == 0 {
				id = m.ID
			}
		}
		return id != 0
	})
	return id
}

// movedSince reports whether a player of the match got a tick after a time, and whether all did.
func (c *crowd) movedSince(t time.Time) (one, all bool) {
	all = true
	for _, p := range c.players {
		moved := p.flies() && p.moved.After(t)
		one, all = one || moved, all && moved
	}
	return one, all
}

// TestPlayersKeepTheirSeatsWhenAllHubsDie kills all hubs and starts them again later, with 16 players in two matches.
func TestPlayersKeepTheirSeatsWhenAllHubsDie(t *testing.T) {
	hubs, n, times := 1, 1, []time.Duration{4 * time.Second}
	if *long {
		hubs, n, times = 3, 20, []time.Duration{10 * time.Second, 30 * time.Second, 90 * time.Second}
	}
	f := startFleet(t, hubs, 2)
	first := f.newCrowd(8)
	both := crowds{first, f.crowdIn(f.emptyMatch(first.players[0].match), 8)}
	both.until("all fly", func() bool { return both.every((*crowd).allFly) })
	var resumed, back, paused = map[time.Duration][]time.Duration{}, map[time.Duration][]time.Duration{}, map[time.Duration][]time.Duration{}
	for round := range n {
		away := times[round%len(times)]
		both.until("the directory has all", func() bool { return both.every((*crowd).settled) })
		both.fly(2 * time.Second)
		at := map[*player]string{}
		for _, c := range both {
			c.mark()
			for _, p := range c.players {
				at[p] = p.at
			}
		}
		for _, h := range f.hubs {
			h.kill()
		}
		both.fly(away)
		isBack := make(chan time.Time, len(f.hubs))
		for _, h := range f.hubs {
			ready := h.start()
			go func() {
				ready()
				isBack <- time.Now()
			}()
		}
		var began time.Time
		both.until("a hub is back", func() bool {
			select {
			case began = <-isBack:
				return true
			default:
				return false
			}
		})
		left := len(both)
		seen := map[*crowd]bool{}
		both.until("all fly again", func() bool {
			done := true
			for _, c := range both {
				one, all := c.movedSince(began)
				if one && !seen[c] {
					seen[c] = true
					left--
					resumed[away] = append(resumed[away], time.Since(began))
				}
				done = done && all
			}
			return done
		})
		back[away] = append(back[away], time.Since(began))
		both.fly(3 * time.Second)
		for _, c := range both {
			paused[away] = append(paused[away], c.longestGap())
			c.checkSeats()
			c.neverTwo()
			for _, p := range c.players {
				if p.at != at[p] {
					t.Errorf("round %d: %s was at %s, and is at %s", round, p.name, at[p], p.at)
				}
			}
		}
	}
	for _, away := range times {
		reportTimes(t, fmt.Sprint("without a hub for ", away, ": a match was resumed after the first hub was back by"), resumed[away])
		reportTimes(t, "    all 16 players flew by", back[away])
		reportTimes(t, "    the longest time without a tick was", paused[away])
	}
	both.until("the directory has all", func() bool { return both.every((*crowd).settled) })
	if got := len(f.matchesWithPlayers()); got != len(both) {
		t.Errorf("%d matches have players", got)
	}
}
