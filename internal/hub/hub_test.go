package hub_test

import (
	"testing"
	"time"

	"dogfight/internal/hub"
)

// start starts a hub that ends with the test.
func start(t testing.TB, o hub.Options) *hub.Hub {
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
	case <-time.After(30 * time.Second):
		t.Fatal("the streams were never there")
	}
}

func TestAHubAloneIsReady(t *testing.T) {
	h := start(t, hub.Options{})
	awaitReady(t, h)
	t.Log(h.URL())
}
