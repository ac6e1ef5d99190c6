//go:build unix

package fleets

import (
	"syscall"
	"testing"
	"time"

	"dogfight/internal/fleet"
)

// TestAHostThatWasStoppedFindsItsMatchElsewhere stops the process of a host, as when a machine sleeps, and resumes it when another host
// plays its match.
func TestAHostThatWasStoppedFindsItsMatchElsewhere(t *testing.T) {
	needsLong(t, "TestAHostThatWasStoppedFindsThatItsMatchIsPlayedElsewhere of fleet/keeper")
	f := startFleet(t, 1, 3)
	c := f.newCrowd(8)
	match := c.players[0].match
	var back []time.Duration
	for range rounds(5) {
		var m fleet.Match
		c.until("there is a standby", func() (ok bool) {
			m, ok = f.match(match)
			return ok && f.lives(m.Standby) && m.Players == len(c.players)
		})
		c.fly(3 * time.Second)
		c.mark()
		host := f.whereIs(&m)
		began := time.Now()
		host.signal(syscall.SIGSTOP)
		c.until("all are back at another host", func() bool { return c.allElsewhere(m.Address) })
		back = append(back, time.Since(began))
		c.fly(2 * time.Second)
		host.signal(syscall.SIGCONT)
		c.fly(5 * time.Second)
		c.checkSeats()
		c.neverTwo()
		if after, ok := f.match(match); !ok || after.Host == m.Host || after.Epoch <= m.Epoch {
			t.Errorf("the directory has %+v, and had %+v", after, m)
		}
		f.againIfEnded(host)
	}
	reportTimes(t, "8 players are back after", back)
	if n := len(f.matchesWithPlayers()); n != 1 {
		t.Errorf("%d matches have players", n)
	}
}
