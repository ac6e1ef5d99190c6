package overnats_test

import (
	"fmt"
	"testing"

	"dogfight/internal/fleet"
	"dogfight/testkit"
)

// watch sends changes into a channel.
func watch(t testing.TB, f fleet.Directory, kind fleet.Kind) <-chan fleet.Change {
	t.Helper()
	changes := make(chan fleet.Change, 1<<14)
	stop, err := f.Watch(kind, func(c fleet.Change) { changes <- c })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	return changes
}

func TestAWatchReportsTheEntriesThenEachChange(t *testing.T) {
	t.Parallel()
	eachFleet(t, func(t *testing.T, f fleet.Fleet) {
		ctx := testkit.Context(t)
		first, _ := f.Put(ctx, fleet.Hosts, "a", []byte("one"))
		changes := watch(t, f, fleet.Hosts)
		expect := func(what, key, value string, revision uint64, removed bool) {
			t.Helper()
			c := next(t, changes)
			if c.Key != key || string(c.Value) != value || c.Removed != removed || !removed && c.Revision != revision {
				t.Errorf("%s: got %+v", what, c)
			}
		}
		expect("what was there", "a", "one", first, false)
		second, _ := f.Put(ctx, fleet.Hosts, "b", []byte("two"))
		expect("a new one", "b", "two", second, false)
		f.Put(ctx, fleet.Matches, "m", []byte("of another kind"))
		third, _ := f.Put(ctx, fleet.Hosts, "a", []byte("three"))
		expect("another value", "a", "three", third, false)
		again, _ := f.Put(ctx, fleet.Hosts, "a", []byte("three"))
		expect("the same value again", "a", "three", again, false)
		f.Remove(ctx, fleet.Hosts, "b", 0)
		expect("one that was removed", "b", "", 0, true)
	})
}

func TestAStoppedWatchReportsNothing(t *testing.T) {
	t.Parallel()
	eachFleet(t, func(t *testing.T, f fleet.Fleet) {
		ctx := testkit.Context(t)
		stopped := make(chan fleet.Change, 16)
		stop, err := f.Watch(fleet.Hosts, func(c fleet.Change) { stopped <- c })
		if err != nil {
			t.Fatal(err)
		}
		f.Put(ctx, fleet.Hosts, "a", nil)
		next(t, stopped)
		stop()
		stop()
		on := watch(t, f, fleet.Hosts)
		next(t, on)
		f.Put(ctx, fleet.Hosts, "b", nil)
		next(t, on)
		if len(stopped) > 0 {
			t.Errorf("got %+v", <-stopped)
		}
	})
}

func TestAWatchMissesNoChangeOfManyWriters(t *testing.T) {
	t.Parallel()
	eachFleet(t, func(t *testing.T, f fleet.Fleet) {
		ctx := testkit.Context(t)
		const writers, each = 16, 50
		changes := watch(t, f, fleet.Hosts)
		for i := range writers {
			go func() {
				for n := range each {
					f.Put(ctx, fleet.Hosts, fmt.Sprint(i), fmt.Append(nil, n))
				}
			}()
		}
		last := map[string]string{}
		for done := 0; done < writers; {
			c := next(t, changes)
			last[c.Key] = string(c.Value)
			if last[c.Key] == fmt.Sprint(each-1) {
				done++
			}
		}
	})
}
