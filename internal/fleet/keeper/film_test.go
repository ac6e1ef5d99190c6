package keeper

import (
	"testing"
	"time"

	"dogfight/internal/fleet"
)

// holdsAtMost has a host keep so many bytes of logs.
func (h *host) holdsAtMost(bytes int) {
	h.keeper.mu.Lock()
	defer h.keeper.mu.Unlock()
	h.keeper.conf.MostBytes = bytes
}

// hasWhole reports whether a host that stands by for a match has its whole log.
func (h *host) hasWhole(match fleet.ID) bool {
	h.keeper.mu.Lock()
	defer h.keeper.mu.Unlock()
	s := h.keeper.standing[match]
	return s != nil && s.log.whole(s.epoch)
}

func TestAStandbyThatCannotHoldALogIsToldItSeldom(t *testing.T) {
	fly(t, 2, func(r *rig) {
		const long = 2 << 20
		standby := r.hosts[1]
		standby.holdsAtMost(long / 2)
		p := r.hosts[0].open(7)
		time.Sleep(5 * time.Second)
		p.owner.Record(Footage{Bytes: make([]byte, long)})
		for minute, most := range []int{7, 2, 2, 2} {
			before := r.bus.published()
			time.Sleep(time.Minute)
			if told := (r.bus.published() - before) / long; told > most || told == 0 {
				t.Errorf("in minute %d it is told %d times", minute, told)
			}
		}
		standby.holdsAtMost(4 * long)
		time.Sleep(tellAgainAtMost + time.Second)
		if !standby.hasWhole(7) {
			t.Error("it is not told any more when there is room again")
		}
	})
}
