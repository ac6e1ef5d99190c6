package overnats_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"dogfight/internal/fleet"
	"dogfight/testkit"
)

func TestAnEntryExistsOnceItIsPut(t *testing.T) {
	t.Parallel()
	eachFleet(t, func(t *testing.T, f fleet.Fleet) {
		ctx := testkit.Context(t)
		if _, err := f.Get(ctx, fleet.Hosts, "a"); !errors.Is(err, fleet.ErrNone) {
			t.Errorf("a missing entry: %v", err)
		}
		first, err := f.Put(ctx, fleet.Hosts, "a", []byte("one"))
		if err != nil || first == 0 {
			t.Fatalf("revision %d, %v", first, err)
		}
		second, err := f.Put(ctx, fleet.Hosts, "a", []byte("two"))
		if err != nil || second <= first {
			t.Fatalf("revision %d after %d, %v", second, first, err)
		}
		e, err := f.Get(ctx, fleet.Hosts, "a")
		if err != nil || e.Key != "a" || string(e.Value) != "two" || e.Revision != second {
			t.Errorf("got %+v, %v", e, err)
		}
		if _, err := f.Get(ctx, fleet.Matches, "a"); !errors.Is(err, fleet.ErrNone) {
			t.Errorf("a key of another kind: %v", err)
		}
	})
}

func TestAListHasTheEntriesByTheirKeys(t *testing.T) {
	t.Parallel()
	eachFleet(t, func(t *testing.T, f fleet.Fleet) {
		ctx := testkit.Context(t)
		if all, err := f.List(ctx, fleet.Hosts); err != nil || len(all) != 0 {
			t.Errorf("an empty list: %v, %v", all, err)
		}
		for _, key := range []string{"b", "a", "d", "c"} {
			f.Put(ctx, fleet.Hosts, key, []byte("before"))
		}
		revision, _ := f.Put(ctx, fleet.Hosts, "a", []byte("after"))
		f.Remove(ctx, fleet.Hosts, "b", 0)
		f.Put(ctx, fleet.Matches, "m", []byte("of another kind"))
		all, err := f.List(ctx, fleet.Hosts)
		if err != nil || len(all) != 3 || all[0].Key != "a" || all[1].Key != "c" || all[2].Key != "d" {
			t.Fatalf("got %+v, %v", all, err)
		}
		if string(all[0].Value) != "after" || all[0].Revision != revision {
			t.Errorf("got %+v", all[0])
		}
	})
}

func TestSwapReplacesOnlyTheRevisionThatTheWriterRead(t *testing.T) {
	t.Parallel()
	eachFleet(t, func(t *testing.T, f fleet.Fleet) {
		ctx := testkit.Context(t)
		swap := func(value string, old uint64) (uint64, error) {
			return f.Swap(ctx, fleet.Seats, "s", []byte(value), old)
		}
		if _, err := swap("x", 7); !errors.Is(err, fleet.ErrStale) {
			t.Errorf("of an entry that never existed: %v", err)
		}
		first, err := swap("one", 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := swap("thief", 0); !errors.Is(err, fleet.ErrStale) {
			t.Errorf("a second that would be the first: %v", err)
		}
		second, err := swap("two", first)
		if err != nil || second <= first {
			t.Fatalf("revision %d after %d, %v", second, first, err)
		}
		if _, err := swap("late", first); !errors.Is(err, fleet.ErrStale) {
			t.Errorf("over an old revision: %v", err)
		}
		if e, err := f.Get(ctx, fleet.Seats, "s"); err != nil || string(e.Value) != "two" {
			t.Errorf("got %q, %v", e.Value, err)
		}
	})
}

func TestARemovedEntryCanBeCreatedAgain(t *testing.T) {
	t.Parallel()
	eachFleet(t, func(t *testing.T, f fleet.Fleet) {
		ctx := testkit.Context(t)
		if err := f.Remove(ctx, fleet.Seats, "s", 0); err != nil {
			t.Errorf("nothing to remove: %v", err)
		}
		first, err := f.Swap(ctx, fleet.Seats, "s", []byte("one"), 0)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Remove(ctx, fleet.Seats, "s", first+1000); !errors.Is(err, fleet.ErrStale) {
			t.Errorf("another revision: %v", err)
		}
		if err := f.Remove(ctx, fleet.Seats, "s", first); err != nil {
			t.Fatal(err)
		}
		if err := f.Remove(ctx, fleet.Seats, "s", first); err != nil {
			t.Errorf("a second time: %v", err)
		}
		if _, err := f.Get(ctx, fleet.Seats, "s"); !errors.Is(err, fleet.ErrNone) {
			t.Errorf("after it was removed: %v", err)
		}
		if _, err := f.Swap(ctx, fleet.Seats, "s", []byte("x"), first); !errors.Is(err, fleet.ErrStale) {
			t.Errorf("of a removed entry: %v", err)
		}
		second, err := f.Swap(ctx, fleet.Seats, "s", []byte("two"), 0)
		if err != nil || second <= first {
			t.Errorf("revision %d after %d, %v", second, first, err)
		}
	})
}

func TestOneOfManyConcurrentSwapsWins(t *testing.T) {
	t.Parallel()
	eachFleet(t, func(t *testing.T, f fleet.Fleet) {
		ctx := testkit.Context(t)
		const many = 32
		won := make(chan error, many)
		for i := range many {
			go func() {
				_, err := f.Swap(ctx, fleet.Matches, "m", []byte{byte(i)}, 0)
				won <- err
			}()
		}
		winners := 0
		for range many {
			switch err := next(t, won); {
			case err == nil:
				winners++
			case !errors.Is(err, fleet.ErrStale):
				t.Error(err)
			}
		}
		if winners != 1 {
			t.Errorf("%d of %d won, expected one", winners, many)
		}
	})
}

func TestValuesOutOfBoundsAreNotWritten(t *testing.T) {
	t.Parallel()
	eachFleet(t, func(t *testing.T, f fleet.Fleet) {
		ctx := testkit.Context(t)
		long := make([]byte, fleet.MaxValue+1)
		for _, c := range []struct {
			kind  fleet.Kind
			key   string
			value []byte
		}{
			{fleet.Hosts, "a", long}, {fleet.Hosts, "", nil}, {fleet.Hosts, "a.b", nil}, {fleet.Hosts, ">", nil}, {fleet.Hosts, "a b", nil},
			{fleet.Hosts, strings.Repeat("k", 65), nil}, {"others", "a", nil}, {fleet.Bans, "list", make([]byte, fleet.MaxBans+1)},
		} {
			if _, err := f.Put(ctx, c.kind, c.key, c.value); err == nil {
				t.Errorf("put %s %.70q with %d bytes", c.kind, c.key, len(c.value))
			}
			if _, err := f.Swap(ctx, c.kind, c.key, c.value, 0); err == nil || errors.Is(err, fleet.ErrStale) {
				t.Errorf("swapped %s %.70q with %d bytes: %v", c.kind, c.key, len(c.value), err)
			}
		}
		if _, err := f.Put(ctx, fleet.Hosts, "a", long[1:]); err != nil {
			t.Errorf("the longest: %v", err)
		}
		if _, err := f.Put(ctx, fleet.Bans, "list", make([]byte, fleet.MaxBans)); err != nil {
			t.Errorf("the longest list of bans: %v", err)
		}
	})
}

func TestACancelledCallReturnsAtOnce(t *testing.T) {
	t.Parallel()
	eachFleet(t, func(t *testing.T, f fleet.Fleet) {
		ctx, cancel := context.WithTimeout(t.Context(), 0)
		defer cancel()
		if _, err := f.Put(ctx, fleet.Hosts, "a", nil); err == nil {
			t.Error("put")
		}
		if _, err := f.Swap(ctx, fleet.Hosts, "a", nil, 0); err == nil {
			t.Error("swapped")
		}
		if err := f.Store(ctx, fleet.ResultSubject+"a", "1", nil); err == nil {
			t.Error("kept")
		}
	})
}
