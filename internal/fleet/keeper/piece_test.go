package keeper

import (
	"testing"
	"time"

	"dogfight/internal/fleet"
	"dogfight/proto/replay"
)

// setMaxLogs sets the bytes of logs that a host stores at most.
func (h *host) setMaxLogs(bytes int) {
	h.keeper.mu.Lock()
	defer h.keeper.mu.Unlock()
	h.keeper.conf.MostBytes = bytes
}

// hasWhole reports whether a standby of a match has its whole log.
func (h *host) hasWhole(match fleet.ID) bool {
	h.keeper.mu.Lock()
	defer h.keeper.mu.Unlock()
	s := h.keeper.followed[match]
	return s != nil && s.log.whole(s.epoch)
}

func TestAStandbyThatCannotStoreALogIsSentItSeldom(t *testing.T) {
	fly(t, 2, func(r *rig) {
		const long = 2 << 20
		standby := r.hosts[1]
		standby.setMaxLogs(long / 2)
		p := r.hosts[0].open(7)
		time.Sleep(5 * time.Second)
		p.owner.Record(replay.Piece{Bytes: make([]byte, long)})
		for minute, most := range []int{7, 2, 2, 2} {
			before := r.bus.published()
			time.Sleep(time.Minute)
			if do := (r.bus.published() - before) / long; do > most || do == 0 {
				t.Errorf("in minute %d it is sent %d times", minute, do)
			}
		}
		standby.setMaxLogs(4 * long)
		time.Sleep(maxResend + time.Second)
		if !standby.hasWhole(7) {
			t.Error("it is not sent once there is room again")
		}
	})
}

func TestALogThatIsTooLongOrIncompleteIsRestarted(t *testing.T) {
	for why, spoil := range map[string]func(o *Owner){
		"too long": func(o *Owner) { o.Record(replay.Piece{Bytes: make([]byte, maxSentLog)}) },
		"misses something": func(o *Owner) {
			waits, resume := make(chan struct{}), make(chan struct{})
			o.ask(func() { close(waits); <-resume })
			<-waits // and takes nothing
			for range maxPieces + 2 {
				o.Record(replay.Piece{Bytes: []byte("a piece.")})
			}
			close(resume)
		},
	} {
		t.Run(why, func(t *testing.T) {
			fly(t, 2, func(r *rig) {
				p := r.hosts[0].open(7)
				time.Sleep(5 * time.Second)
				spoil(p.owner)
				time.Sleep(2 * time.Second)
				r.mu.Lock()
				newFiles := r.newFiles
				r.mu.Unlock()
				if newFiles != 1 || !r.hosts[1].hasWhole(7) {
					t.Errorf("it is restarted %d times, and the standby has all of it: %v", newFiles, r.hosts[1].hasWhole(7))
				}
				before := p.ticks.Load()
				r.hosts[0].kill()
				time.Sleep(5 * time.Second)
				if next := r.plays(7); next == nil || next.ticks.Load() < before {
					t.Error("no host resumes it")
				}
			})
		})
	}
}
