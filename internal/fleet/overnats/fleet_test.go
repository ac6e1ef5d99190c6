package overnats_test

import (
	"context"
	"testing"
	"time"

	"dogfight/internal/fleet"
	"dogfight/internal/fleet/overnats"
	"dogfight/internal/hub"
)

// startHub starts a hub that ends with the test.
func startHub(t testing.TB, o hub.Options) *hub.Hub {
	t.Helper()
	if o.Data == "" {
		o.Data = t.TempDir()
	}
	if o.Listen == "" {
		o.Listen = "127.0.0.1:0"
	}
	h, err := hub.Start(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.Close)
	return h
}

func awaitReady(t testing.TB, h *hub.Hub) {
	t.Helper()
	select {
	case <-h.Ready():
	case <-time.After(60 * time.Second):
		t.Fatal("the streams were never there")
	}
}

// connect connects to a hub until the test is over.
func connect(t testing.TB, url string) *overnats.Conn {
	t.Helper()
	c, err := overnats.Connect(overnats.Options{URL: url, Name: t.Name()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// eachFleet runs a test of behaviour against every implementation, so that they cannot differ.
func eachFleet(t *testing.T, test func(t *testing.T, f fleet.Fleet)) {
	t.Run("local", func(t *testing.T) {
		f := fleet.NewLocal()
		defer f.Close()
		test(t, f)
	})
	t.Run("nats", func(t *testing.T) {
		h := startHub(t, hub.Options{})
		awaitReady(t, h)
		test(t, connect(t, h.URL()))
	})
}

// within returns a context for calls that must come back.
func within(t testing.TB, d time.Duration) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), d)
	t.Cleanup(cancel)
	return ctx
}

// next returns what comes next, and fails the test when nothing does.
func next[T any](t testing.TB, from <-chan T) T {
	t.Helper()
	select {
	case v := <-from:
		return v
	case <-time.After(20 * time.Second):
		t.Fatal("nothing came")
		panic("unreachable")
	}
}
