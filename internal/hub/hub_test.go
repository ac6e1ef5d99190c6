package hub_test

import (
	"testing"

	"dogfight/internal/hub"
	"dogfight/testkit"
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
	testkit.Receive(t, "the streams are there", h.Ready())
}

func TestAHubAloneIsReady(t *testing.T) {
	t.Parallel()
	h := start(t, hub.Options{})
	awaitReady(t, h)
	if want := "nats://" + h.Addr(); h.URL() != want {
		t.Errorf("clients reach it at %s, want %s", h.URL(), want)
	}
}
