package keeper

import (
	"testing"
	"time"

	"dogfight/internal/fleet"
)

// orphan adds a match without a host. Its log cannot be read from the bus.
func (r *rig) orphan(id fleet.ID) {
	r.hosts[0].open(id)
	time.Sleep(30 * time.Second) // all hosts know each other
	standby := r.standby(id)
	r.bus.logs(false)
	standby.kill()
	r.hosts[0].kill()
}

func TestALogThatCannotBeReadAtOnceIsReadLater(t *testing.T) {
	fly(t, 3, func(r *rig) {
		r.orphan(7)
		time.Sleep(fleet.OrphanAfter + orphanSpread) // so that it is claimed
		time.Sleep(readLogTime / 2)
		if r.plays(7) != nil {
			t.Fatal("it is played without its log")
		}
		r.bus.logs(true)
		time.Sleep(time.Second)
		if p := r.plays(7); p == nil || p.ticks.Load() < 100 || len(r.claims[7]) != 1 {
			t.Errorf("played by %+v, claims %v, entry %+v", p, r.claims[7], r.entry(7))
		}
	})
}

func TestAMatchWhoseLogOneHostCannotReadIsResumedByAnother(t *testing.T) {
	fly(t, 4, func(r *rig) {
		r.orphan(7)
		time.Sleep(fleet.OrphanAfter + orphanSpread + readLogTime/2)
		if p := r.plays(7); p != nil || r.entry(7).Claims != 1 {
			t.Fatalf("claims %v, entry %+v", r.claims[7], r.entry(7))
		}
		time.Sleep(readLogTime/2 + 2*callTime)
		r.bus.logs(true)
		time.Sleep(fleet.ClaimAfter + time.Second)
		if p := r.plays(7); p == nil || len(r.claims[7]) < 2 {
			t.Errorf("played by %+v, claims %v, entry %+v", p, r.claims[7], r.entry(7))
		}
	})
}
