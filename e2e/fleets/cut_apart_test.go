//go:build unix

package fleets

import (
	"testing"
	"time"

	"dogfight/internal/fleet"
	"dogfight/net"
)

// TestPlayersDoNotNoticeThatAStandbyIsCutOff cuts the line between the standby of a match and the hub, until there is another standby.
func TestPlayersDoNotNoticeThatAStandbyIsCutOff(t *testing.T) {
	needsLong(t, "TestAMatchContinuesWhenItsStandbyDies of fleet/keeper")
	f, relays := fleetBehindRelays(t, 3)
	c := f.newCrowd(8)
	match := c.players[0].match
	var gaps, took []time.Duration
	for round := range rounds(9) {
		m := c.withStandby(match)
		c.fly(3 * time.Second)
		c.mark()
		host := f.hostOf(m.Standby)
		cut, standby := cuts[round%len(cuts)], relays[host]
		began := time.Now()
		standby.cut(cut.up, cut.down)
		c.until("there is another standby, while the line is cut "+cut.name, func() bool {
			after, ok := f.match(match)
			return ok && after.Standby != m.Standby && after.Standby != 0
		})
		took = append(took, time.Since(began))
		c.fly(4 * time.Second) // longer than a standby takes to claim a match
		standby.mend()
		c.fly(4 * time.Second)
		gaps = append(gaps, c.longestGap())
		c.checkSeats()
		c.neverTwo()
		for _, p := range c.players {
			if p.view.Phase != net.Playing || p.at != m.Address {
				t.Errorf("%s, round %d: %s is in phase %d at %s", cut.name, round, p.name, p.view.Phase, p.at)
			}
		}
		if after, ok := f.match(match); !ok || after.Host != m.Host {
			t.Errorf("%s: the directory has %+v, and had %+v", cut.name, after, m)
		}
		f.againIfEnded(host) // as its own match is played elsewhere now
	}
	reportTimes(t, "there was another standby after", took)
	reportTimes(t, "the longest time without a new tick, of 8 players, was", gaps)
}

// TestPlayersAtTheNextHostDoNotPlayWithThoseAtThePrevious cuts off the host of a match. Half of its players continue at the next host as
// soon as it has the match, while the others' links to the first host are still open.
func TestPlayersAtTheNextHostDoNotPlayWithThoseAtThePrevious(t *testing.T) {
	needsLong(t, "TestAMatchIsNeverPlayedByTwo of fleet/keeper")
	f, relays := fleetBehindRelays(t, 3)
	c := f.newCrowd(8)
	match := c.players[0].match
	ahead := c.players[:len(c.players)/2]
	var apart []time.Duration
	for round := range rounds(9) {
		m := c.withStandby(match)
		c.fly(3 * time.Second)
		c.mark()
		cut, host := cuts[round%len(cuts)], f.whereIs(&m)
		relays[host].cut(cut.up, cut.down)
		c.until("another host has the match, while the line is cut "+cut.name, func() bool {
			after, ok := f.match(match)
			return ok && after.Epoch > m.Epoch && after.Host != m.Host
		})
		for _, p := range ahead {
			p.Link().Close()
		}
		c.until("a player flies at the next host", func() bool {
			for _, p := range ahead {
				if p.flies() && p.at != m.Address && p.at != "" {
					return true
				}
			}
			return false
		})
		some := time.Now()
		c.until("all are back", func() bool { return c.allElsewhere(m.Address) })
		apart = append(apart, time.Since(some))
		relays[host].mend()
		c.fly(5 * time.Second)
		c.checkSeats()
		c.neverTwo()
		f.againIfEnded(host)
	}
	reportTimes(t, "some flew at the next host before all did, for", apart)
	if n := len(f.matchesWithPlayers()); n != 1 {
		t.Errorf("%d matches have players", n)
	}
}

// hostOf returns the host with an id.
func (f *fleetOf) hostOf(id fleet.ID) *process {
	f.Helper()
	for _, e := range f.list(fleet.Hosts) {
		h, err := fleet.Parse[fleet.Host](e.Value)
		if err != nil {
			f.Fatal(err)
		}
		if h.ID == id {
			return f.whereIs(&fleet.Match{Address: h.Address})
		}
	}
	f.Fatalf("no host is %v", id)
	return nil
}
