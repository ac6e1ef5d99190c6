package keeper

import (
	"context"
	"testing"
	"time"

	"dogfight/internal/fleet"
)

// A bus that was away returns before its directory, which has lost its contents and still elects its leaders.
func TestMatchesResumeAtTheirHostsAsSoonAsTheBusIsBack(t *testing.T) {
	for _, hosts := range []int{2, 5} {
		for _, away := range []time.Duration{10 * time.Second, 30 * time.Second, 90 * time.Second} {
			fly(t, hosts, func(r *rig) {
				for i, h := range r.hosts {
					h.open(fleet.ID(7 + i))
				}
				time.Sleep(10 * time.Second)
				back := r.bus.dies()
				time.Sleep(away)
				r.bus.directory(true)
				back(true, 200*time.Millisecond)
				time.Sleep(time.Second)
				for i, h := range r.hosts {
					if p := r.plays(fleet.ID(7 + i)); p == nil || p.host != h {
						t.Errorf("of %d hosts, a second after %v without a bus, match %d is played by %+v", hosts, away, 7+i, p)
					}
				}
				time.Sleep(20 * time.Second)
				r.bus.directory(false)
				time.Sleep(20 * time.Second)
				for i, h := range r.hosts {
					id := fleet.ID(7 + i)
					if p := r.plays(id); p == nil || p.host != h || r.entry(id).Host != h.id || len(r.claims[id]) > 0 {
						t.Errorf("of %d hosts, after %v, match %v is played by %+v, claims %v, entry %+v", hosts, away, id, p, r.claims[id], r.entry(id))
					}
				}
			})
		}
	}
}

// Witnesses and standbys do not remember the matches that they played for ever.
func TestAMatchThatWaitedForALongTimeIsConfirmedByTheDirectory(t *testing.T) {
	fly(t, 2, func(r *rig) {
		r.hosts[0].open(7)
		time.Sleep(10 * time.Second)
		back := r.bus.dies()
		time.Sleep(fleet.EntryTime + time.Minute)
		back(true, 200*time.Millisecond)
		time.Sleep(fleet.RecreateAfter / 2)
		if p := r.plays(7); p != nil {
			t.Errorf("it is played at once")
		}
		time.Sleep(fleet.RecreateAfter)
		if p := r.plays(7); p == nil || p.host != r.hosts[0] {
			t.Errorf("played by %+v", p)
		}
	})
}

func TestAWitnessThatDiesIsReplaced(t *testing.T) {
	fly(t, 5, func(r *rig) {
		r.hosts[0].open(7)
		time.Sleep(30 * time.Second)
		for range 2 {
			dying := r.entry(7).Witnesses[0]
			for _, h := range r.hosts {
				if h.id == dying {
					h.kill()
				}
			}
			time.Sleep(fleet.WitnessTime)
			if m := r.entry(7); dying == 0 || m.Witnesses[0] == dying || m.Witnesses[1] == dying || m.Witnesses[0] == 0 {
				t.Errorf("%v has died, and the entry is %+v", dying, m)
			}
		}
		if r.frozen != 0 || len(r.claims) != 0 {
			t.Errorf("paused %d times, claims %v", r.frozen, r.claims)
		}
	})
}

func TestAMatchWhoseStandbyDiesWithTheBusIsResumedWhenNoOtherHostCanHaveIt(t *testing.T) {
	fly(t, 3, func(r *rig) {
		r.hosts[0].open(7)
		time.Sleep(30 * time.Second)
		standby := r.standby(7)
		back := r.bus.dies()
		standby.kill()
		time.Sleep(10 * time.Second)
		back(true, 200*time.Millisecond)
		time.Sleep(fleet.RecreateAfter - 20*time.Second)
		if p := r.plays(7); p != nil {
			t.Errorf("played by %+v, though the standby may have claimed it", p)
		}
		time.Sleep(40 * time.Second)
		if p := r.plays(7); p == nil || p.host != r.hosts[0] || len(r.claims[7]) > 0 {
			t.Errorf("played by %+v, claims %v", p, r.claims[7])
		}
	})
}

// The roll lists a dead host for a while.
func TestADeadHostIsNotNamedAsAWitness(t *testing.T) {
	fly(t, 2, func(r *rig) {
		r.hosts[0].open(7)
		time.Sleep(10 * time.Second)
		dying := r.add(9)
		time.Sleep(time.Second)
		dying.kill()
		if err := r.hosts[0].roll.Read(context.Background(), 0); err != nil {
			t.Fatal(err)
		}
		if _, listed := r.hosts[0].roll.Host(9); !listed || r.entry(7).Witnesses[0] == 9 {
			t.Fatalf("on the roll: %v, entry %+v", listed, r.entry(7))
		}
		for range 40 {
			time.Sleep(250 * time.Millisecond)
			if m := r.entry(7); m.Witnesses[0] == 9 || m.Witnesses[1] == 9 {
				t.Fatalf("the entry names it: %+v", m)
			}
		}
		if p := r.plays(7); p == nil || r.frozen != 0 {
			t.Errorf("played by %+v, paused %d times", p, r.frozen)
		}
	})
}
