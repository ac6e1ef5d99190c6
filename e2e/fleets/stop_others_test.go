//go:build unix

package fleets

import (
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"dogfight/internal/fleet"
	"dogfight/net"
)

// stopped is how long a process is stopped: longer than a lease, and than the silence limit of a bus connection.
const stopped = 5 * time.Second

// stop suspends a process while all play, and resumes it.
func (c *crowd) stop(p *process, d time.Duration) {
	c.Helper()
	p.signal(syscall.SIGSTOP)
	c.fly(d)
	p.signal(syscall.SIGCONT)
}

// withStandby waits until a match has all players and a standby, and returns it.
func (c *crowd) withStandby(match fleet.ID) (m fleet.Match) {
	c.Helper()
	c.until("there is a standby", func() (ok bool) {
		m, ok = c.match(match)
		return ok && c.lives(m.Standby) && m.Players == len(c.players)
	})
	return m
}

// withLog waits like withStandby, and until pieces of the match's log have passed the bus.
func (c *crowd) withLog(match fleet.ID) fleet.Match {
	c.Helper()
	m := c.withStandby(match)
	var pieces atomic.Int32
	stop, err := c.conn.Subscribe(fleet.LogSubject+match.String(), func([]byte) { pieces.Add(1) })
	if err != nil {
		c.Fatal(err)
	}
	defer stop()
	c.until("there are pieces of the log", func() bool { return pieces.Load() > 2 })
	return m
}

func TestPlayersDoNotNoticeThatADoorIsStopped(t *testing.T) {
	needsLong(t, "TestTicketsOfADoorThatHasEndedAreGood of internal/door")
	f := startFleet(t, 1, 2)
	c := f.newCrowd(8)
	m := c.withStandby(c.players[0].match)
	var before, while, came []time.Duration
	for range rounds(3) {
		c.mark()
		c.fly(stopped)
		before = append(before, c.longestGap())
		c.mark()
		c.stop(f.door, stopped)
		while = append(while, c.longestGap())
		c.checkSeats()
		for _, p := range c.players {
			if p.view.Phase != net.Playing || p.at != m.Address {
				t.Errorf("%s is in phase %d at %s", p.name, p.view.Phase, p.at)
			}
		}
		came = append(came, c.newcomer())
	}
	reportTimes(t, "the longest time without a new tick, of 8 players, was", before)
	reportTimes(t, "and while the door was stopped", while)
	reportTimes(t, "a newcomer was in a match after", came)
}

// TestAHubThatIsStoppedLosesNoPlayer stops the only hub. Its connections stay open, and it handles messages from that time late.
func TestAHubThatIsStoppedLosesNoPlayer(t *testing.T) {
	needsLong(t, "TestTheMatchOfAHostThatDiesWhileTheBusIsAwayIsResumedOnceItIsBack of fleet/keeper")
	f := startFleet(t, 1, 3)
	c := f.newCrowd(8)
	match := c.players[0].match
	var stood []time.Duration
	moved := 0
	stops := []time.Duration{stopped, 2500 * time.Millisecond, 2700 * time.Millisecond, 3 * time.Second, 10 * time.Second}
	for round := range rounds(10) {
		before := c.withStandby(match)
		c.fly(3 * time.Second)
		c.mark()
		c.stop(f.hubs[0], stops[round%len(stops)])
		since := time.Now()
		c.until("all fly on", func() bool {
			for _, p := range c.players {
				if !p.flies() || !p.moved.After(since) {
					return false
				}
			}
			return true
		})
		stood = append(stood, c.longestGap())
		c.fly(5 * time.Second)
		c.checkSeats()
		c.neverTwo()
		if m := c.withStandby(match); m.Host != before.Host {
			moved++
			t.Logf("round %d: the match went to another host", round)
			f.againIfEnded(f.whereIs(&before))
		}
	}
	reportTimes(t, "the longest time without a new tick, of 8 players, while the hub was stopped, was", stood)
	t.Logf("the match went to another host %d times", moved)
	if n := len(f.matchesWithPlayers()); n != 1 {
		t.Errorf("%d matches have players", n)
	}
}
