package swarm

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/game"
	"dogfight/net/link"
)

func TestPilotsJoinAFewAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var far []link.Link
		conf := Config{Clients: 3 * maxJoining, Thin: true, Dial: func(string) link.Link {
			near, f := link.PipeOf(link.Here, "")
			mu.Lock()
			defer mu.Unlock()
			far = append(far, f)
			return near
		}}
		f := newFleet(&conf, "")
		f.launch()
		time.Sleep(time.Second)
		mu.Lock()
		if len(far) != maxJoining {
			t.Errorf("expected %d to join without an answer, there are %d", maxJoining, len(far))
		}
		far[0].Close()
		mu.Unlock()
		if err := f.join(t.Context()); !errors.Is(err, link.ErrClosed) {
			t.Errorf("expected the reason why one cannot join, got %v", err)
		}
		f.recall()
	})
}

// The links of the last six break at once, but not those of their second attempt.
func TestAFailedJoinIsRetried(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, Config{Clients: maxJoining + 6, Thin: true})
		dial, dialled := r.conf.Dial, 0
		var mu sync.Mutex
		r.conf.Dial = func(addr string) link.Link {
			l := dial(addr)
			mu.Lock()
			defer mu.Unlock()
			if dialled++; dialled > maxJoining && dialled <= maxJoining+6 {
				l.Close()
			}
			return l
		}
		f := newFleet(&r.conf, "")
		began := time.Now()
		f.launch()
		if err := f.join(t.Context()); err != nil {
			t.Error(err)
		}
		if time.Since(began) < retryIn {
			t.Errorf("expected a pause of %v before the second attempt, all was over after %v", retryIn, time.Since(began))
		}
		if got := f.tally(); got.playing != r.conf.Clients || dialled != maxJoining+12 {
			t.Errorf("expected all %d to play after %d attempts, %d do after %d", r.conf.Clients, maxJoining+12, got.playing, dialled)
		}
		f.recall()
		r.stop()
		<-r.done
	})
}

// One pilot more than a match has slots gives up in the end.
func TestAnImpossibleJoinReportsItsReason(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, Config{Clients: game.MaxShips + 1, Thin: true})
		f := newFleet(&r.conf, "")
		f.launch()
		if err := f.join(t.Context()); err == nil || !strings.Contains(err.Error(), "64 of 65 have") {
			t.Errorf("expected the reason, got %v", err)
		}
		if r.dialled != game.MaxShips+1+retries {
			t.Errorf("expected %d attempts, got %d", game.MaxShips+1+retries, r.dialled)
		}
		f.recall()
		r.stop()
		<-r.done
	})
}

func TestAllJoinAndAreCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, Config{Clients: 2 * maxJoining, Thin: true})
		f := newFleet(&r.conf, "")
		f.launch()
		if err := f.join(t.Context()); err != nil {
			t.Error(err)
		}
		before := f.tally()
		time.Sleep(10 * time.Second)
		got := f.tally().since(before)
		if got.playing != r.conf.Clients || got.keyframes != 0 {
			t.Errorf("expected all %d to play without a keyframe, %d do with %d", r.conf.Clients, got.playing, got.keyframes)
		}
		// A client's last second may or may not have its last packet.
		if low, high := uint64(299*r.conf.Clients), uint64(301*r.conf.Clients); got.dataIn < low || got.dataIn > high {
			t.Errorf("expected 300 data packets for each of %d, got %d in all", r.conf.Clients, got.dataIn)
		}
		f.recall()
		r.stop()
		<-r.done
	})
}

func TestJoiningEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, Config{Clients: 1})
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		f := newFleet(&r.conf, "") // and no pilot is launched
		if err := f.join(ctx); err != nil || f.limiter.joined.Load() != 0 {
			t.Errorf("expected none to have joined, and no error: %v", err)
		}
		r.end()
	})
}

// bystander is a pilot that notes when it has its frames.
type bystander struct {
	pilot
	at    []time.Duration // since start
	start time.Time
}

func (b *bystander) frame(now time.Time)  { b.at = append(b.at, now.Sub(b.start)) }
func (b *bystander) state() (bool, error) { return true, nil }

func TestFramesAreSpreadOverTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const n = 4
		r := scheduler{}
		for range n {
			r.members = append(r.members, &member{pilot: &bystander{start: time.Now()}})
		}
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() {
			defer close(done)
			r.run(ctx, newJoinLimiter())
		}()
		time.Sleep(59*framePeriod + 1) // the 60th has begun, and is flown to its end
		cancel()
		<-done
		for i, m := range r.members {
			at := m.pilot.(*bystander).at
			if len(at) != 60 {
				t.Errorf("pilot %d: expected 60 frames, got %d", i, len(at))
			}
			for k, when := range at {
				if want := time.Duration(k)*framePeriod + framePeriod*time.Duration(i)/n; when != want {
					t.Fatalf("pilot %d: expected frame %d at %v, was at %v", i, k, want, when)
				}
			}
		}
	})
}
