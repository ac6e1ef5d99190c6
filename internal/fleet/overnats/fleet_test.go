package overnats_test

import (
	"testing"
	"testing/synctest"

	"dogfight/internal/fleet"
	"dogfight/internal/fleet/fleettest"
	"dogfight/internal/fleet/overnats"
	"dogfight/internal/hub"
	"dogfight/testkit"
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
	testkit.Receive(t, "the streams are there", h.Ready())
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

// eachFleet runs a test with each implementation, so that they behave alike. The one within a process runs in virtual time.
func eachFleet(t *testing.T, test func(t *testing.T, f fleet.Fleet)) {
	t.Run("local", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			f := fleettest.NewLocal()
			defer f.Close()
			test(t, f)
		})
	})
	t.Run("nats", func(t *testing.T) {
		t.Parallel()
		h := startHub(t, hub.Options{})
		awaitReady(t, h)
		test(t, connect(t, "nats://"+h.Addr()))
	})
}

// next returns the next value, and fails the test if there is none in time.
func next[T any](t testing.TB, from <-chan T) T {
	t.Helper()
	return testkit.Receive(t, "a value arrives", from)
}
