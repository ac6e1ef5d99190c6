//go:build unix

package fleets

import (
	"testing"
	"time"

	"dogfight/net"
)

// TestAHubThatIsKilledAndStartedAgainIsHardlyNoticed is an update of the only hub there is, which forgets all that it had in memory.
func TestAHubThatIsKilledAndStartedAgainIsHardlyNoticed(t *testing.T) {
	f := startFleet(t, 1, 3)
	c := f.newCrowd(8)
	match := c.players[0].match
	c.until("somebody stands by", func() bool {
		m, ok := f.match(match)
		return ok && f.lives(m.Standby)
	})
	var away, stood []time.Duration
	for range rounds(5) {
		c.fly(time.Second)
		m, _ := f.match(match)
		c.mark()
		began := time.Now()
		f.hubs[0].kill()
		ready, started := f.hubs[0].start(), make(chan struct{})
		go func() {
			ready()
			close(started)
		}()
		c.until("the hub is back", func() bool {
			select {
			case <-started:
				return true
			default:
				return false
			}
		})
		away = append(away, time.Since(began))
		c.until("the match is in the directory again", func() bool {
			again, ok := f.match(match)
			return ok && again.Players == len(c.players)
		})
		c.fly(2 * time.Second)
		stood = append(stood, c.longestGap())
		for _, p := range c.players {
			if p.view.Phase != net.Playing || p.at != m.Address {
				t.Errorf("%s is in phase %d at %s", p.name, p.view.Phase, p.at)
			}
		}
		c.sitWhereTheySat()
		c.neverTwo()
	}
	tell(t, "the hub was away for", away)
	tell(t, "the longest that any of 8 players was told nothing new was", stood)
}
