package fleettest

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/internal/fleet"
)

func TestALocalFleetIsClosedDuringASubscribe(t *testing.T) {
	for range 200 {
		l := NewLocal()
		var listening sync.WaitGroup
		for range 4 {
			listening.Go(func() {
				stop, err := l.Watch(fleet.Hosts, func(fleet.Change) {})
				if err != nil {
					t.Error(err)
				}
				stop()
			})
		}
		l.Close()
		listening.Wait()
	}
}

func TestSwapNeedsTheLastRevision(t *testing.T) {
	l, ctx := NewLocal(), t.Context()
	defer l.Close()
	first, err := l.Swap(ctx, fleet.Matches, "a", []byte("1"), 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Swap(ctx, fleet.Matches, "a", []byte("2"), 0); !errors.Is(err, fleet.ErrStale) {
		t.Errorf("made twice: %v", err)
	}
	second, err := l.Swap(ctx, fleet.Matches, "a", []byte("2"), first)
	if err != nil || second <= first {
		t.Errorf("revision %d after %d, %v", second, first, err)
	}
	if _, err := l.Swap(ctx, fleet.Matches, "a", []byte("3"), first); !errors.Is(err, fleet.ErrStale) {
		t.Errorf("over an old revision: %v", err)
	}
}

func TestAnEntryThatIsNotRenewedExpires(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := NewLocal()
		defer l.Close()
		var changes []fleet.Change
		stop, _ := l.Watch(fleet.Hosts, func(c fleet.Change) { changes = append(changes, c) })
		defer stop()
		l.Put(t.Context(), fleet.Hosts, "a", []byte("1"))
		time.Sleep(fleet.Hosts.Life() - time.Second)
		l.Put(t.Context(), fleet.Hosts, "a", []byte("2"))
		time.Sleep(fleet.Hosts.Life() - time.Second)
		if _, err := l.Get(t.Context(), fleet.Hosts, "a"); err != nil {
			t.Errorf("expired too early: %v", err)
		}
		time.Sleep(2 * time.Second)
		if _, err := l.Get(t.Context(), fleet.Hosts, "a"); !errors.Is(err, fleet.ErrNone) {
			t.Errorf("still there: %v", err)
		}
		synctest.Wait()
		if len(changes) != 3 || !changes[2].Removed {
			t.Errorf("got changes %v", changes)
		}
	})
}

func TestARequestIsAnsweredOrFailsWithoutAService(t *testing.T) {
	l := NewLocal()
	defer l.Close()
	if _, err := l.Ask(t.Context(), "x", nil); !errors.Is(err, fleet.ErrNobody) {
		t.Errorf("without a service: %v", err)
	}
	l.Serve("x", func(b []byte) []byte { return append(b, '!') })
	if b, err := l.Ask(t.Context(), "x", []byte("hi")); string(b) != "hi!" || err != nil {
		t.Errorf("%q, %v", b, err)
	}
	l.Serve("y", func([]byte) []byte { select {} })
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if _, err := l.Ask(ctx, "y", nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a service that never answers: %v", err)
	}
}
