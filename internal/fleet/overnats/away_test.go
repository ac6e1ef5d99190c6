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
	"dogfight/internal/fleet/fleettest"
	"dogfight/internal/fleet/overnats"
	"dogfight/internal/hub"
	"dogfight/internal/ops"
	"dogfight/testkit"
)

// await waits for a condition.
func await(t testing.TB, what string, holds func() bool) {
	t.Helper()
	testkit.Until(t, what, holds)
}

func TestAHubThatStartsLaterIsFound(t *testing.T) {
	t.Parallel()
	at := fleettest.FreeAddress(t)
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
	if _, err := c.Put(testkit.Context(t), fleet.Hosts, "a", []byte("here")); err != nil {
		t.Fatal(err)
	}
	if got := next(t, changes); string(got.Value) != "here" {
		t.Errorf("got %+v", got)
	}
}

func TestAWatchReportsEntriesThatARestartedHubHasLost(t *testing.T) {
	t.Parallel()
	at, data := fleettest.FreeAddress(t), t.TempDir()
	first := startHub(t, hub.Options{Listen: at, Data: data})
	awaitReady(t, first)
	c := connect(t, "nats://"+first.Addr())
	await(t, "the bus is up", c.Up)
	ctx := testkit.Context(t)
	changes := watch(t, c, fleet.Hosts)
	for _, key := range []string{"a", "b"} {
		if _, err := c.Put(ctx, fleet.Hosts, key, []byte("before")); err != nil {
			t.Fatal(err)
		}
		next(t, changes)
	}
	if err := c.Store(ctx, fleet.ResultSubject+"h", "1", []byte("kept on disk")); err != nil {
		t.Fatal(err)
	}
	first.Close()
	await(t, "the bus is away", func() bool { return !c.Up() })
	startHub(t, hub.Options{Listen: at, Data: data})
	if _, err := c.Put(ctx, fleet.Hosts, "a", []byte("after")); err != nil {
		t.Fatal(err)
	}
	known := map[string]string{"a": "before", "b": "before"}
	for known["a"] != "after" || known["b"] != "" {
		if change := next(t, changes); change.Removed {
			delete(known, change.Key)
		} else {
			known[change.Key] = string(change.Value)
		}
	}
	expectStored(t, c, fleet.ResultSubject+"h", "kept on disk")
}

// TestASilentBusBlocksNoCaller uses a listener that accepts connections and sends nothing.
func TestASilentBusBlocksNoCaller(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var log lines
	c, err := overnats.Connect(overnats.Options{URL: "nats://" + l.Addr().String(), Log: slog.New(slog.NewTextHandler(&log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	if c.LogMissing("nats://away"); log.count("is not there yet") != 1 || log.count("nats://away") != 1 {
		t.Errorf("logged %v", log.all.Load())
	}
	for range 1000 {
		c.Publish(fleet.LogSubject+"m", nil)
	}
	if c.Up() || c.Dropped() != 1000 {
		t.Errorf("up: %v, dropped: %d of 1000", c.Up(), c.Dropped())
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := c.Ask(ctx, fleet.AskSubject+"h", nil); err == nil {
		t.Error("an answer without a service")
	}
}

func TestFaultsOfTheConnectionAreLogged(t *testing.T) {
	t.Parallel()
	for _, o := range []overnats.Options{
		{URL: ""}, {URL: "example.org"}, {URL: "http://example.org"}, {URL: "nats://"}, {URL: "nats://a,b"},
		{URL: "nats://127.0.0.1:1", Seed: "/nowhere"}, {URL: "nats://127.0.0.1:1", Seed: "fleet_test.go"}, {URL: "nats://127.0.0.1:1", CA: "/nowhere"},
	} {
		if c, err := overnats.Connect(o); err == nil {
			c.Close()
			t.Errorf("%+v was accepted", o)
		} else {
			t.Log(err)
		}
	}
}

// lines counts log lines by their text.
type lines struct{ all atomic.Pointer[[]string] }

func (l *lines) Write(b []byte) (int, error) {
	var now []string
	if before := l.all.Load(); before != nil {
		now = append(now, *before...)
	}
	now = append(now, string(b)) // a logger writes whole lines
	l.all.Store(&now)
	return len(b), nil
}

// count returns the number of lines that contain a text.
func (l *lines) count(text string) (n int) {
	if all := l.all.Load(); all != nil {
		for _, line := range *all {
			if strings.Contains(line, text) {
				n++
			}
		}
	}
	return n
}

func TestARefusedKeyIsLoggedOnce(t *testing.T) {
	t.Parallel()
	keys := filepath.Join(t.TempDir(), "keys")
	if err := os.WriteFile(keys, []byte("# nobody\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var refused, log lines
	h := startHub(t, hub.Options{Keys: keys, Log: slog.New(slog.NewTextHandler(&refused, nil))})
	c, err := overnats.Connect(overnats.Options{URL: "nats://" + h.Addr(), Log: slog.New(slog.NewTextHandler(&log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	figures := ops.NewService("", ops.Service{Program: "hub", Healthy: h.Healthy, Ready: h.Serves})
	h.Watch(figures)
	await(t, "the hub has refused some tries", func() bool {
		var text strings.Builder
		figures.Write(&text)
		_, tries, _ := strings.Cut(text.String(), `dogfight_refused_total{door="nats",reason="key"} `)
		return tries != "" && tries[0] >= '3'
	})
	if n := refused.count("its key is not in the file of keys"); n != 1 {
		t.Errorf("the hub logged that %d times", n)
	}
	await(t, "a line is logged", func() bool { return log.all.Load() != nil })
	c.LogMissing("")
	if lines := *log.all.Load(); len(lines) != 1 || !strings.Contains(lines[0], "does not let us in: --fleet-key must be") {
		t.Errorf("logged %q", lines)
	}
}
