package overnats_test

import (
	"errors"
	"flag"
	"testing"
	"time"

	"dogfight/internal/fleet"
	"dogfight/testkit"
)

var long = flag.Bool("long", false, "let entries live for as long as they do")

// TestEntriesThatAreNotRenewedExpire takes as long as an entry lives.
func TestEntriesThatAreNotRenewedExpire(t *testing.T) {
	t.Parallel()
	if !*long {
		t.Skip("with -long: entries live for half a minute")
	}
	eachFleet(t, func(t *testing.T, f fleet.Fleet) {
		ctx := t.Context()
		changes := watch(t, f, fleet.Hosts)
		began := time.Now()
		if _, err := f.Put(ctx, fleet.Hosts, "dies", []byte("x")); err != nil {
			t.Fatal(err)
		}
		next(t, changes)
		for removed := false; !removed; {
			f.Put(ctx, fleet.Hosts, "lives", []byte("x"))
			time.Sleep(100 * time.Millisecond) // lets virtual time pass
			select {
			case change := <-changes:
				removed = change.Removed && change.Key == "dies"
				if change.Removed && change.Key != "dies" {
					t.Errorf("removed: %+v", change)
				}
			case <-time.After(time.Second):
			}
			if time.Since(began) > time.Minute {
				t.Fatal("it never expired")
			}
		}
		t.Logf("expired after %v", time.Since(began).Round(100*time.Millisecond))
		if _, err := f.Get(ctx, fleet.Hosts, "lives"); err != nil {
			t.Errorf("a renewed entry: %v", err)
		}
		if _, err := f.Swap(ctx, fleet.Hosts, "dies", []byte("back"), 0); err != nil {
			t.Errorf("an expired entry is created again: %v", err)
		}
	})
}

func TestAnEntryMayHaveAnotherLifetime(t *testing.T) {
	t.Parallel()
	eachFleet(t, func(t *testing.T, f fleet.Fleet) {
		ctx := testkit.Context(t)
		for key, life := range map[string]time.Duration{"goes": time.Second, "stays": time.Second, "twice": testkit.Limit} {
			if _, err := f.SwapFor(ctx, fleet.Seats, key, []byte("x"), 0, life); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := f.SwapFor(ctx, fleet.Seats, "twice", []byte("x"), 0, testkit.Limit); !errors.Is(err, fleet.ErrStale) {
			t.Errorf("made twice: %v", err)
		}
		if _, err := f.Put(ctx, fleet.Seats, "stays", []byte("y")); err != nil {
			t.Fatal(err)
		}
		for {
			if _, err := f.Get(ctx, fleet.Seats, "goes"); errors.Is(err, fleet.ErrNone) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
			time.Sleep(50 * time.Millisecond)
		}
		if e, err := f.Get(ctx, fleet.Seats, "stays"); err != nil || string(e.Value) != "y" {
			t.Errorf("one that was written again: %q, %v", e.Value, err)
		}
		if _, err := f.SwapFor(ctx, fleet.Seats, "goes", []byte("z"), 0, time.Second); err != nil {
			t.Errorf("an expired entry is created again: %v", err)
		}
	})
}
