package hub

import (
	"context"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"dogfight/internal/fleet/overnats"
	"dogfight/testkit"
)

// TestAStreamWithoutALeaderForTooLongIsCreatedAgainEmpty uses a single hub. An unanswered request replaces the stream without a leader.
func TestAStreamWithoutALeaderForTooLongIsCreatedAgainEmpty(t *testing.T) {
	t.Parallel()
	h, err := Start(Options{Listen: "127.0.0.1:0", Data: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	testkit.Receive(t, "the streams are there", h.Ready())
	nc, err := h.connect("test")
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	ctx, name, since := testkit.Context(t), "KV_dogfight_hosts", map[string]time.Time{}
	if _, err := js.Publish(ctx, "$KV.dogfight_hosts.a", []byte("x")); err != nil {
		t.Fatal(err)
	}
	unanswered, cancel := context.WithCancel(ctx)
	cancel()
	if h.stalled(ctx, js, name, since) || len(since) != 0 {
		t.Errorf("a stream that is well: since %v", since)
	}
	if h.stalled(unanswered, js, name, since) || since[name].IsZero() {
		t.Errorf("a stream that has just lost its leader: since %v", since)
	}
	since[name] = time.Now().Add(-stalledAfter)
	if !h.stalled(unanswered, js, name, since) || len(since) != 0 {
		t.Errorf("a stream that has had none for too long: since %v", since)
	}
	if h.stalled(ctx, js, "nothing", since) || len(since) != 0 {
		t.Errorf("a stream that is not there: since %v", since)
	}
	h.recreate(ctx, js, name)
	s, err := js.Stream(ctx, name)
	if err != nil || s.CachedInfo().State.Msgs != 0 {
		t.Fatalf("the stream afterwards: %+v, %v", s, err)
	}
	h.widen(ctx, js, name)
	for _, name := range overnats.Streams() {
		if s, err := js.Stream(ctx, name); err != nil || s.CachedInfo().Config.Replicas != 1 {
			t.Errorf("%s: %+v, %v", name, s, err)
		}
	}
}
