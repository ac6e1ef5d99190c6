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

// stopped is for how long a process stands still: longer than a lease, and than a bus may be silent.
const stopped = 5 * time.Second

// stop has a process stand still for a while, in which all play, and go on.
func (c *crowd) stop(p *process, d time.Duration) {
	c.Helper()
	p.signal(syscall.SIGSTOP)
	c.fly(d)
	p.signal(syscall.SIGCONT)
}

// withStandby waits until a match has all players and a standby, and returns it.
func (c *crowd) withStandby(match fleet.ID) (m fleet.Match) {
	c.Helper()
	c.until("somebody stands by", func() (ok bool) {
		m, ok = c.match(match)
		return ok && c.lives(m.Standby) && m.Players == len(c.players)
	})
	return m
}

// withLog waits as withStandby does, and until the bus has had what came of the match since.
func (c *crowd) withLog(match fleet.ID) fleet.Match {
	c.Helper()
	m := c.withStandby(match)
	var pieces atomic.Int32
	stop, err := c.conn.Subscribe(fleet.LogSubject+match.String(), func([]byte) { pieces.Add(1) })
	if err != nil {
		c.Fatal(err)
	}
	defer stop()
	c.until("the log comes", func() bool { return pieces.Load() > 2 })
	return m
}

func TestADoorThatIsStoppedIsNoticedByNobodyWhoPlays(t *testing.T) {
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
		c.sitWhereTheySat()
		for _, p := range c.players {
			if p.view.Phase != net.Playing || p.at != m.Address {
				t.Errorf("%s is in phase %d at %s", p.name, p.view.Phase, p.at)
			}
		}
		came = append(came, c.newcomer())
	}
	tell(t, "the longest that any of 8 players was told nothing new was", before)
	tell(t, "and while the door was stopped", while)
	tell(t, "who came then was in a match after", came)
}

// TestAHubThatIsStoppedLosesNobody stops the only hub. Its connections stay open, and what was sent meanwhile is carried out late.
func TestAHubThatIsStoppedLosesNobody(t *testing.T) {
	needsLong(t, "TestAHostThatDiesWhileTheBusIsAwayIsGoneOnForWhenItIsBack of fleet/keeper")
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
		c.sitWhereTheySat()
		c.neverTwo()
		if m := c.withStandby(match); m.Host != before.Host {
			moved++
			t.Logf("round %d: the match went to another host", round)
			f.againIfEnded(f.whereIs(&before))
		}
	}
	tell(t, "the longest that any of 8 players was told nothing new, while the hub was stopped, was", stood)
	t.Logf("the match went to another host %d times", moved)
	if n := len(f.matchesWithPlayers()); n != 1 {
		t.Errorf("%d matches have players", n)
	}
}
