package overnats_test

import (
	"context"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"dogfight/internal/fleet"
	"dogfight/internal/fleet/overnats"
	"dogfight/internal/hub"
)

// freeAddress returns an address at which nobody listens.
func freeAddress(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// await waits until something holds.
func await(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(30 * time.Second); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("never: %s", what)
		}
	}
}

func TestAHubThatComesLaterIsFound(t *testing.T) {
	at := freeAddress(t)
	c := connect(t, "nats://"+at)
	if c.Up() {
		t.Fatal("up, with no hub")
	}
	c.Publish(fleet.LogSubject+"m", []byte("nobody hears that"))
	if c.Dropped() != 1 {
		t.Errorf("%d were dropped, expected one", c.Dropped())
	}
	changes := watch(t, c, fleet.Hosts)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := c.Put(ctx, fleet.Hosts, "a", nil); err == nil {
		t.Error("put, with no hub")
	}
	startHub(t, hub.Options{Listen: at})
	if _, err := c.Put(within(t, soon), fleet.Hosts, "a", []byte("here")); err != nil {
		t.Fatal(err)
	}
	if got := next(t, changes); string(got.Value) != "here" {
		t.Errorf("told of %+v", got)
	}
}

func TestAWatchTellsWhatAHubThatWasStartedAgainHasForgotten(t *testing.T) {
	at, data := freeAddress(t), t.TempDir()
	first := startHub(t, hub.Options{Listen: at, Data: data})
	awaitReady(t, first)
	c := connect(t, first.URL())
	await(t, "the bus is up", c.Up)
	ctx := within(t, 60*time.Second)
	changes := watch(t, c, fleet.Hosts)
	for _, key := range []string{"a", "b"} {
		if _, err := c.Put(ctx, fleet.Hosts, key, []byte("before")); err != nil {
			t.Fatal(err)
		}
		next(t, changes)
	}
	if err := c.Keep(ctx, fleet.ResultSubject+"h", "1", []byte("kept on disk")); err != nil {
		t.Fatal(err)
	}
	first.Kill()
	await(t, "the bus is away", func() bool { return !c.Up() })
	startHub(t, hub.Options{Listen: at, Data: data})
	if _, err := c.Put(ctx, fleet.Hosts, "a", []byte("after")); err != nil {
		t.Fatal(err)
	}
	known := map[string]string{"a": "before", "b": "before"}
	for known["a"] != "after" || known["b"] != "" {
		if change := next(t, changes); change.Gone {
			delete(known, change.Key)
		} else {
			known[change.Key] = string(change.Value)
		}
	}
	expectKept(t, c, fleet.ResultSubject+"h", "kept on disk")
}

// TestABusThatSaysNothingHoldsNobodyUp has a listener that takes connections and is silent.
func TestABusThatSaysNothingHoldsNobodyUp(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	c := connect(t, "nats://"+l.Addr().String())
	for range 1000 {
		c.Publish(fleet.LogSubject+"m", nil)
	}
	if c.Up() || c.Dropped() != 1000 {
		t.Errorf("up: %v, dropped: %d of 1000", c.Up(), c.Dropped())
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := c.Ask(ctx, fleet.AskSubject+"h", nil); err == nil {
		t.Error("an answer from nobody")
	}
}

func TestWhatIsWrongWithTheWayToAFleetIsSaid(t *testing.T) {
	for _, o := range []overnats.Options{
		{URL: ""}, {URL: "example.org"}, {URL: "http://example.org"}, {URL: "nats://"}, {URL: "nats://a,b"},
		{URL: "nats://127.0.0.1:1", Seed: "/nowhere"}, {URL: "nats://127.0.0.1:1", Seed: "fleet_test.go"}, {URL: "nats://127.0.0.1:1", CA: "/nowhere"},
	} {
		if c, err := overnats.Connect(o); err == nil {
			c.Close()
			t.Errorf("%+v was taken", o)
		} else {
			t.Log(err)
		}
	}
}

// lines counts those that are logged, by what they say.
type lines struct{ all atomic.Pointer[[]string] }

func (l *lines) Write(b []byte) (int, error) {
	var now []string
	if before := l.all.Load(); before != nil {
		now = append(now, *before...)
	}
	now = append(now, string(b)) // a logger writes one at a time
	l.all.Store(&now)
	return len(b), nil
}

func TestWhoIsNotLetInIsToldThatOnce(t *testing.T) {
	keys := filepath.Join(t.TempDir(), "keys")
	if err := os.WriteFile(keys, []byte("# nobody\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	h, err := hub.Start(hub.Options{Listen: "127.0.0.1:0", Data: t.TempDir(), Keys: keys})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.Close)
	var log lines
	c, err := overnats.Connect(overnats.Options{URL: h.URL(), Log: slog.New(slog.NewTextHandler(&log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	await(t, "somebody is told", func() bool { return log.all.Load() != nil })
	time.Sleep(2 * time.Second) // in which it is tried again some times
	if told := *log.all.Load(); len(told) != 1 || !strings.Contains(told[0], "does not let us in: --fleet-key must be") {
		t.Errorf("logged %q", told)
	}
}
