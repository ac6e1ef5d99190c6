package keeper

import (
	"flag"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/internal/fleet"
)

var long = flag.Bool("long", false, "run long tests")

// TestAMatchIsNeverPlayedByTwo disturbs a fleet in random ways.
func TestAMatchIsNeverPlayedByTwo(t *testing.T) {
	schedules := 8
	if *long {
		schedules = 2000
	}
	var claims, lost, frozen, handovers, survived int
	for seed := range uint64(schedules) {
		synctest.Test(t, func(t *testing.T) {
			r := newRig(t, seed, 5)
			defer func() {
				if r.end(); t.Failed() {
					t.Logf("seed %d", seed)
				}
				for _, all := range r.claims {
					claims += len(all)
				}
				lost, frozen, handovers = lost+r.lost, frozen+r.frozen, handovers+r.handovers
			}()
			r.disturb(rand.New(rand.NewPCG(seed, 2)))
			for id := range fleet.ID(3) {
				if r.plays(100+id) != nil {
					survived++
				}
			}
		})
	}
	t.Logf("%d schedules: %d matches claimed, %d handed over, %d lost, %d pauses, %d of %d played in the end", schedules, claims, handovers, lost, frozen, survived, 3*schedules)
	if claims < schedules/2 || handovers < schedules/4 || lost < schedules/4 || survived < schedules*2 {
		t.Errorf("too few events, or no host survived")
	}
}

// disturb plays three matches while random faults happen to their hosts.
func (r *rig) disturb(random *rand.Rand) {
	time.Sleep(time.Second)
	for i := range 3 {
		r.hosts[i].open(fleet.ID(100 + i))
	}
	for range 18 {
		time.Sleep(time.Duration(random.Int64N(int64(5 * time.Second))))
		h := r.hosts[random.IntN(len(r.hosts))]
		lasts := time.Duration(random.Int64N(int64(10 * time.Second)))
		if random.IntN(4) == 0 {
			lasts *= 4
		}
		after := func(do func()) { time.AfterFunc(lasts, do) }
		switch random.IntN(12) {
		case 0:
			if random.IntN(2) == 0 {
				h.kill()
				r.add(fleet.ID(1000 + random.IntN(1e6)))
			}
		case 1, 2:
			if !h.dead {
				after(h.pause())
			}
		case 3: // from all others
			h.cut(true, true)
			after(func() { h.cut(false, false) })
		case 4: // one way
			out := random.IntN(2) == 0
			h.cut(out, !out)
			after(func() { h.cut(false, false) })
		case 5, 6: // from another host, one way or both
			other := r.hosts[random.IntN(len(r.hosts))]
			both := random.IntN(2) == 0
			h.deafTo(other, true)
			if both {
				other.deafTo(h, true)
			}
			after(func() { h.deafTo(other, false); other.deafTo(h, false) })
		case 7:
			r.bus.directory(true)
			time.AfterFunc(min(lasts, 8*time.Second), func() { r.bus.directory(false) })
		case 8, 9:
			for id := range fleet.ID(3) {
				go h.handOver(100+id, r.hosts[random.IntN(len(r.hosts))], random.IntN(4) == 0)
			}
		case 10:
			r.bus.delay(time.Duration(random.Int64N(int64(3 * time.Second))))
			after(func() { r.bus.delay(0) })
		case 11:
			back, lost := r.bus.dies(), random.IntN(2) == 0
			after(func() { back(lost, returnTime) })
		}
	}
	time.Sleep(fleet.RecreateAfter + 75*time.Second) // without faults
}

func (h *host) deafTo(other *host, on bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.deaf[other.id] = on
}

func (b *bus) delay(most time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.slow = most
}
