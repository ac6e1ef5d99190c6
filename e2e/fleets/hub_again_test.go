//go:build unix

package fleets

import (
	"testing"
	"time"

	"dogfight/net"
)

// TestPlayersHardlyNoticeTheRestartOfAHub is an update of the only hub, which loses all that it had in memory.
func TestPlayersHardlyNoticeTheRestartOfAHub(t *testing.T) {
	f := startFleet(t, 1, 3)
	c := f.newCrowd(8)
	match := c.players[0].match
	c.until("there is a standby", func() bool {
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
		c.checkSeats()
		c.neverTwo()
	}
	reportTimes(t, "the hub was away for", away)
	reportTimes(t, "the longest time without a new tick, of 8 players, was", stood)
}
