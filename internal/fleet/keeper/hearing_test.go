package keeper

import (
	"testing"
	"time"

	"dogfight/internal/fleet"
)

// away stops the bus for all hosts. Later messages arrive at a different time for each.
func (r *rig) away(d time.Duration, back func(host int) time.Duration) {
	for _, h := range r.hosts {
		h.cut(true, true)
	}
	time.Sleep(d)
	for i, h := range r.hosts {
		time.AfterFunc(back(i), func() { h.cut(false, false) })
	}
}

// When a hub pauses or is unreachable for some seconds, all hosts fall silent at once: each would consider the others dead and claim
// their matches.
func TestNoHostIsConsideredDeadWhileTheBusIsAway(t *testing.T) {
	for _, away := range []time.Duration{2 * time.Second, 3 * time.Second, 5 * time.Second, 8 * time.Second, 15 * time.Second} {
		fly(t, 4, func(r *rig) {
			for i, h := range r.hosts {
				h.open(fleet.ID(7 + i))
			}
			time.Sleep(10 * time.Second)
			r.away(away, func(host int) time.Duration { return time.Duration(host) * 600 * time.Millisecond })
			time.Sleep(20 * time.Second)
			for i, h := range r.hosts {
				id := fleet.ID(7 + i)
				if p := r.plays(id); p == nil || p.host != h || len(r.claims[id]) > 0 {
					t.Errorf("after %v, match %v is played by %+v, claims %v", away, id, p, r.claims[id])
				}
			}
			for r.entry(7).Standby == 0 { // silent hosts announce themselves first
				time.Sleep(time.Second)
			}
			time.Sleep(time.Second)
			standby := r.standby(7)
			r.hosts[0].kill()
			time.Sleep(5 * time.Second)
			if p := r.plays(7); p == nil || p.host != standby {
				t.Errorf("the match of a host that dies later is not resumed: %+v", p)
			}
		})
	}
}

func TestTheMatchOfAHostThatDiesWhileTheBusIsAwayIsResumedOnceItIsBack(t *testing.T) {
	fly(t, 3, func(r *rig) {
		r.hosts[0].open(7)
		time.Sleep(10 * time.Second)
		standby := r.standby(7)
		time.AfterFunc(time.Second, r.hosts[0].kill)
		r.away(5*time.Second, func(int) time.Duration { return 0 })
		time.Sleep(returnTime + 2*time.Second)
		if p := r.plays(7); p == nil || p.host != standby {
			t.Errorf("played by %+v", p)
		}
	})
}

func TestMatchesStayAtTheirHostsWhenAHubRestartsEmpty(t *testing.T) {
	fly(t, 4, func(r *rig) {
		const each = 12
		for i, h := range r.hosts {
			for n := range each {
				h.open(fleet.ID(100*(i+1) + n))
			}
		}
		time.Sleep(10 * time.Second)
		r.away(4*time.Second, func(host int) time.Duration { return time.Duration(host) * 600 * time.Millisecond })
		for _, kind := range []fleet.Kind{fleet.Matches, fleet.Hosts} {
			all, err := r.bus.List(r.Context(), kind)
			if err != nil || len(all) == 0 {
				t.Fatal(len(all), err)
			}
			for _, e := range all {
				r.bus.Remove(r.Context(), kind, e.Key, 0)
			}
		}
		time.Sleep(40 * time.Second)
		for i, h := range r.hosts {
			for n := range each {
				id := fleet.ID(100*(i+1) + n)
				if p := r.plays(id); p == nil || p.host != h || len(r.claims[id]) > 0 || r.entry(id).Standby == 0 {
					t.Errorf("match %v is played by %+v, claims %v, entry %+v", id, p, r.claims[id], r.entry(id))
				}
			}
		}
	})
}
