//go:build unix

package fleets

import (
	"testing"
	"time"
)

// TestPlayersWaitForAHubThatIsAway kills the only hub and starts it again when all leases have expired or, with -long, all entries too.
func TestPlayersWaitForAHubThatIsAway(t *testing.T) {
	needsLong(t, "TestADirectoryThatLosesItsMemoryIsFilledAgain of fleet/keeper")
	f := startFleet(t, 1, 2)
	c := f.newCrowd(4)
	match := c.players[0].match
	c.until("the other host is the standby", func() bool {
		m, ok := f.match(match)
		return ok && f.lives(m.Standby)
	})
	away := 8 * time.Second
	if *long {
		away = 30 * time.Second
	}
	var stood []time.Duration
	for range rounds(3) {
		c.fly(3 * time.Second)
		c.mark()
		f.hubs[0].kill()
		late := f.host(2, f.url()) // starts while there is no hub
		ready := late.start()
		c.fly(away)
		back := time.Now()
		f.startAll(f.hubs[0])
		told := map[*player]time.Time{}
		for _, p := range c.players {
			told[p] = p.moved
		}
		c.until("all fly on", func() bool {
			for _, p := range c.players {
				if !p.flies() || p.moved == told[p] {
					return false
				}
			}
			return true
		})
		stood = append(stood, time.Since(back))
		c.fly(5 * time.Second)
		c.checkSeats()
		c.neverTwo()
		f.await("the directory has the match", func() bool {
			m, ok := f.match(match)
			return ok && m.Players == len(c.players)
		})
		ready()
		late.kill()
		c.until("the dead host is no witness", func() bool {
			m, ok := f.match(match)
			return ok && m.Witnesses[0] == 0 && m.Witnesses[1] == 0
		})
	}
	reportTimes(t, "all fly on after the hub is back by", stood)
	if n := len(f.matchesWithPlayers()); n != 1 {
		t.Errorf("%d matches have players", n)
	}
}
