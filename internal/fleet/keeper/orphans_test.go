package keeper

import (
	"testing"
	"time"

	"dogfight/internal/fleet"
)

func TestAnOrphanIsNotClaimedByAHostThatHasHadToDrainSince(t *testing.T) {
	for name, change := range map[string]func(h *fleet.Host, on bool){
		"drains": func(h *fleet.Host, on bool) { h.Draining = on },
		"is full": func(h *fleet.Host, on bool) {
			h.Room = 1
			if on {
				h.Room = 0
			}
		},
	} {
		fly(t, 3, func(r *rig) {
			r.hosts[0].open(7)
			time.Sleep(10 * time.Second)
			standby := r.standby(7)
			third := r.hosts[1]
			if third == standby {
				third = r.hosts[2]
			}
			standby.kill()
			r.hosts[0].kill()
			time.Sleep(fleet.OrphanAfter - 2*witnessBeat)
			third.set(change, true)
			time.Sleep(2*witnessBeat + orphanSpread + checkEvery)
			if r.claimed(7) != 0 {
				t.Errorf("a host that %s claims an orphan", name)
			}
			third.set(change, false)
			time.Sleep(readAgain + 2*checkEvery)
			if n := r.claimed(7); n != 1 {
				t.Errorf("a host that no longer %s: %d claims", name, n)
			}
		})
	}
}

// claimed returns the number of claims of a match.
func (r *rig) claimed(match fleet.ID) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.claims[match])
}

// set changes the entry of a host.
func (h *host) set(change func(h *fleet.Host, on bool), on bool) {
	h.rig.mu.Lock()
	defer h.rig.mu.Unlock()
	change(&h.info, on)
}
