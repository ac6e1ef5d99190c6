//go:build unix

package fleets

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/internal/fleet"
)

// rounds returns the number of tries: 1, or n with -long.
func rounds(n int) int {
	if *long {
		return n
	}
	return 1
}

// needsLong skips a test without -long. Another test covers the same in virtual time, for the packages below.
func needsLong(t *testing.T, proof string) {
	t.Helper()
	if !*long {
		t.Skip("with -long: stopped or disconnected processes take long; " + proof + " has virtual time")
	}
}

func TestAMatchAndItsPlayersSurviveTheDeathOfTheirHost(t *testing.T) {
	f := startFleet(t, 1, 3)
	c := f.newCrowd(16)
	match := c.players[0].match
	var took, lost, listed []time.Duration
	for round := range rounds(20) {
		c.until("there is a standby", func() bool {
			m, ok := f.match(match)
			return ok && f.lives(m.Standby) && m.Players == len(c.players)
		})
		c.fly(time.Second) // the standby has the log
		c.mark()
		m, ok := f.match(match)
		if !ok {
			t.Fatal("the match is not in the directory")
		}
		dying := f.whereIs(&m)
		before := c.players[0].tick
		began := time.Now()
		dying.kill()
		c.until("all are back", func() bool { return c.allElsewhere(m.Address) })
		took = append(took, time.Since(began))
		c.until("the dead host has left the list", func() bool { return !f.lists(m.Host) })
		listed = append(listed, time.Since(began))
		c.fly(500 * time.Millisecond)
		c.checkSeats()
		c.neverTwo()
		after, ok := f.match(match)
		if !ok || after.Epoch <= m.Epoch || after.Host == m.Host {
			t.Fatalf("round %d: the directory has %+v, and had %+v", round, after, m)
		}
		went := f.whereIs(&after)
		resumed := went.resumedAt(match.String())
		lost = append(lost, time.Duration(int32(before-resumed))*time.Second/60)
		f.startAll(dying)
	}
	reportTimes(t, "16 players are back after", took)
	reportTimes(t, "of the match lost", lost)
	reportTimes(t, "the dead host was listed for", listed)
	if slices.Max(listed) > fleet.Hosts.Life()/2 { // far from its end
		t.Errorf("a dead host was listed for %v", slices.Max(listed))
	}
	if n := len(f.matchesWithPlayers()); n != 1 {
		t.Errorf("%d matches have players", n)
	}
}

// lists reports whether the directory has a host.
func (f *fleetOf) lists(id fleet.ID) bool {
	return slices.ContainsFunc(f.list(fleet.Hosts), func(e fleet.Entry) bool { return e.Key == id.String() })
}

// resumedAt returns the tick from which a host last resumed a match.
func (p *process) resumedAt(match string) (tick game.Tick) {
	p.Helper()
	log := p.log()
	at := strings.LastIndex(log, `msg="goes on with a match whose host is gone" match=`+match)
	if at < 0 {
		p.Fatalf("%s does not log that it resumes %s", p.name, match)
	}
	_, last, _ := strings.Cut(log[at:], " tick=")
	if _, err := fmt.Sscan(last, &tick); err != nil {
		p.Fatal(err)
	}
	return tick
}

// reportTimes logs the minimum, the median and the maximum of some times.
func reportTimes(t *testing.T, what string, all []time.Duration) {
	all = slices.Clone(all)
	slices.Sort(all)
	round := func(d time.Duration) time.Duration { return d.Round(time.Millisecond) }
	t.Logf("%s %v, p50 %v, at most %v, of %d", what, round(all[0]), round(all[len(all)/2]), round(all[len(all)-1]), len(all))
}
