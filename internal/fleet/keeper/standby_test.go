package keeper

import (
	"testing"
	"time"

	"dogfight/internal/fleet"
)

func TestAStandbyThatDrainsIsRelievedIfThereIsAnother(t *testing.T) {
	fly(t, 3, func(r *rig) {
		r.hosts[0].open(7)
		time.Sleep(10 * time.Second)
		for range 2 { // the second would replace the first, which drains
			standby := r.standby(7)
			r.mu.Lock()
			standby.info.Draining = true
			r.mu.Unlock()
			time.Sleep(time.Second)
			if next := r.standby(7); next == r.hosts[0] || next != standby && next.info.Draining {
				t.Errorf("host %v is the standby", next.id)
			}
		}
		time.Sleep(10 * time.Second)
		if p := r.plays(7); p == nil || r.frozen != 0 || len(r.claims) != 0 {
			t.Errorf("played by %+v, paused %d times", p, r.frozen)
		}
	})
}

func TestAStandbyHasTheWholeLogWithItsFirstLease(t *testing.T) {
	fly(t, 4, func(r *rig) {
		r.hosts[0].open(7)
		time.Sleep(10 * time.Second)
		before := r.standby(7)
		before.kill()
		for began := time.Now(); r.entry(7).Standby == before.id || r.entry(7).Standby == 0; time.Sleep(10 * time.Millisecond) {
			if time.Since(began) > 5*time.Second {
				t.Fatal("no standby")
			}
		}
		standby := r.standby(7)
		time.Sleep(100 * time.Millisecond)
		standby.keeper.mu.Lock()
		s := standby.keeper.followed[7]
		whole := s != nil && s.log.whole(s.epoch)
		standby.keeper.mu.Unlock()
		if !whole {
			t.Error("a new standby could not resume the match")
		}
	})
}

func TestAnEpochsLeaseIsGrantedToOneHostAlone(t *testing.T) {
	fly(t, 3, func(r *rig) {
		ask := func(host fleet.ID, epoch uint32) uint32 {
			k := r.hosts[0].keeper
			k.mu.Lock()
			defer k.mu.Unlock()
			g := k.grant(&fleet.LeaseAsk{Match: 77, Host: host, Epoch: epoch, Number: 1}, time.Now())
			return g.Epoch
		}
		for _, c := range []struct {
			host        fleet.ID
			epoch, want uint32
		}{{2, 6, 6}, {3, 6, 0}, {2, 6, 6}, {3, 5, 6}, {3, 7, 7}, {2, 7, 0}, {2, 6, 7}} {
			if got := ask(c.host, c.epoch); got != c.want {
				t.Errorf("host %d asks in epoch %d: got %d, expected %d", c.host, c.epoch, got, c.want)
			}
		}
		p := r.hosts[0].open(77) // no match has a standby from now on
		if got := ask(2, p.owner.epoch.Load()); got != 0 {
			t.Errorf("a request for a match that is played here: got %d", got)
		}
	})
}
