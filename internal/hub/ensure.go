package hub

import (
	"context"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"dogfight/internal/fleet/overnats"
)

const (
	ensureTime  = 5 * time.Second
	ensurePause = 250 * time.Millisecond
	// ensureTold is how often a hub that waits for others says so.
	ensureTold = 10 * time.Second
)

// ensure makes streams and buckets, as often as it takes: the hubs of a cluster must have chosen a leader first. It fails only
// when ctx is done.
func (h *Hub) ensure(ctx context.Context, js jetstream.JetStream) error {
	told := time.Now()
	for {
		try, cancel := context.WithTimeout(ctx, ensureTime)
		err := overnats.Ensure(try, js, h.options.Replicas)
		cancel()
		if err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if time.Since(told) > ensureTold {
			told = time.Now()
			h.log.Warn("streams are not there yet", "err", err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(ensurePause):
		}
	}
}
