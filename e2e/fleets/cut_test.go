//go:build unix

package fleets

import (
	"strings"
	"testing"
	"time"

	"dogfight/internal/fleet"
)

// cuts are the ways to cut the line between a host and the hub.
var cuts = []struct {
	name     string
	up, down bool
}{{"both ways", true, true}, {"from the host", true, false}, {"to the host", false, true}}

// fleetBehindRelays is a fleet with hosts that each connect to the hub through a relay.
func fleetBehindRelays(t *testing.T, hosts int) (f *fleetOf, relays map[*process]*relay) {
	t.Helper()
	f = startFleet(t, 1, 0)
	relays = map[*process]*relay{}
	for n := range hosts {
		r := f.relay(f.hubs[0].listens["nats"])
		h := f.host(n, r.url())
		relays[h] = r
		f.hosts = append(f.hosts, h)
	}
	f.startAll(f.hosts...)
	f.await("all hosts are known", func() bool { return len(f.list(fleet.Hosts)) == hosts })
	return f, relays
}

// TestAHostThatIsCutOffIsNeverOneOfTwo cuts the line between the host of a match and the hub: both directions, and each alone. The players
// can reach both hosts all the time.
func TestAHostThatIsCutOffIsNeverOneOfTwo(t *testing.T) {
	f, relays := fleetBehindRelays(t, 3)
	c := f.newCrowd(8)
	match := c.players[0].match
	var back, stood []time.Duration
	for round := range rounds(12) {
		m := c.withLog(match)
		c.mark()
		cut := cuts[round%len(cuts)]
		host := f.whereIs(&m)
		began := time.Now()
		relays[host].cut(cut.up, cut.down)
		c.until("all are back at another host, while the line is cut "+cut.name, func() bool { return c.allElsewhere(m.Address) })
		back = append(back, time.Since(began))
		if *long {
			c.fly(time.Second)
		}
		told := len(host.log())
		relays[host].mend()
		c.until("the host that was cut off has let go", func() bool {
			return strings.Contains(host.log()[told:], "a match is let go: another host has claimed it")
		})
		stood = append(stood, c.longestGap())
		if *long {
			c.fly(5 * time.Second) // time for an error to show
		}
		c.checkSeats()
		c.neverTwo()
		after, ok := f.match(match)
		if !ok || after.Epoch <= m.Epoch || after.Host == m.Host {
			t.Fatalf("round %d: the directory has %+v, and had %+v", round, after, m)
		}
		if *long {
			f.againIfEnded(host)
		}
	}
	reportTimes(t, "8 players are back after", back)
	reportTimes(t, "the longest time without a new tick of any of them was", stood)
	if n := len(f.matchesWithPlayers()); n != 1 {
		t.Errorf("%d matches have players", n)
	}
}

// againIfEnded restarts a host that has ended, as its service manager does after a failure, since its own match is played elsewhere now.
func (f *fleetOf) againIfEnded(h *process) {
	f.Helper()
	select {
	case <-h.ended:
		if code := h.cmd.ProcessState.ExitCode(); code != 1 {
			f.Fatalf("%s ends with %d", h.name, code)
		}
		f.startAll(h)
	case <-time.After(5 * time.Second):
	}
}

func TestACutOfASecondMovesNoMatch(t *testing.T) {
	needsLong(t, "TestNoHostIsConsideredDeadWhileTheBusIsAway of fleet/keeper")
	f, relays := fleetBehindRelays(t, 2)
	c := f.newCrowd(4)
	match := c.players[0].match
	for round := range rounds(6) {
		var m fleet.Match
		c.until("the other host is the standby", func() (ok bool) {
			m, ok = f.match(match)
			return ok && f.lives(m.Standby)
		})
		c.fly(3 * time.Second)
		c.mark()
		for h, r := range relays {
			if (h == f.whereIs(&m)) == (round%2 == 0) { // the line of the host, or of its standby
				r.cut(true, true)
				c.fly(time.Second)
				r.mend()
			}
		}
		c.fly(6 * time.Second)
		t.Logf("round %d: the longest time without a new tick was %v", round, c.longestGap().Round(time.Millisecond))
		c.checkSeats()
		c.neverTwo()
		if after, ok := f.match(match); !ok || after.Host != m.Host {
			t.Errorf("round %d: the directory has %+v, and had %+v", round, after, m)
		}
		for _, p := range c.players {
			if p.at != m.Address {
				t.Errorf("%s is at %s", p.name, p.at)
			}
		}
	}
}
