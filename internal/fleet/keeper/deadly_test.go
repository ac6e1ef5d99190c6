package keeper

import (
	"testing"
	"time"

	"dogfight/internal/fleet"
)

// killPlayers kills each host that plays a match some time after it has begun, until no host plays it for a minute or only one host lives.
// It returns the number of kills.
func (r *rig) killPlayers(id fleet.ID, after time.Duration) (died int) {
	for quiet := time.Now(); time.Since(quiet) < time.Minute && died < len(r.hosts)-1; time.Sleep(tickEvery) {
		if p := r.plays(id); p != nil {
			time.Sleep(after)
			p.host.kill()
			died++
			quiet = time.Now()
		}
	}
	return died
}

func TestAMatchThatKillsItsHostsIsAbandoned(t *testing.T) {
	fly(t, 6, func(r *rig) {
		r.hosts[0].open(7)
		time.Sleep(20 * time.Second)
		if died := r.killPlayers(7, 300*time.Millisecond); died != maxClaims {
			t.Errorf("%d hosts have died of it", died)
		}
		if m := r.entry(7); m.ID != 0 {
			t.Errorf("the directory has %+v", m)
		}
	})
}

func TestAMatchWhoseHostsDieOfOtherCausesIsResumed(t *testing.T) {
	fly(t, 6, func(r *rig) {
		r.hosts[0].open(7)
		if died := r.killPlayers(7, 20*time.Second); died != 5 {
			t.Fatalf("%d hosts have died", died)
		}
		time.Sleep(20 * time.Second)
		if p, m := r.plays(7), r.entry(7); p == nil || m.Claims != 0 {
			t.Errorf("played by %+v, claimed %d times", p, m.Claims)
		}
	})
}

func TestAMatchThatIsHandedOverIsNotClaimed(t *testing.T) {
	fly(t, 4, func(r *rig) {
		r.hosts[0].open(7)
		time.Sleep(20 * time.Second)
		r.hosts[0].kill()
		for r.plays(7) == nil {
			time.Sleep(tickEvery)
		}
		for _, to := range r.hosts[1:] {
			r.plays(7).host.handOver(7, to, false)
			time.Sleep(playedWell / 5)
			if m := r.entry(7); m.Claims != 1 {
				t.Errorf("at %v: claimed %d times", to.id, m.Claims)
			}
		}
		time.Sleep(playedWell + 2*writeLeast)
		if m := r.entry(7); m.Claims != 0 {
			t.Errorf("played for long, claimed %d times", m.Claims)
		}
	})
}
