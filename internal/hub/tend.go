package hub

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"dogfight/internal/fleet/overnats"
)

const (
	tendEach = 3 * time.Second
	tendTime = 2 * time.Second // to ask for a stream
	// stalledAfter is how long a stream may be without a leader: twice what choosing one takes.
	stalledAfter = 15 * time.Second
)

// tend makes streams in memory anew that have no leader any more. It happens when so many hubs ended one after another that nobody
// has the whole of a stream: then those that are left wait for ever for what nobody can tell them. What was in it is said again.
func (h *Hub) tend(ctx context.Context, js jetstream.JetStream) {
	each := time.NewTicker(tendEach)
	defer each.Stop()
	since := map[string]time.Time{} // they could not be asked
	for {
		select {
		case <-ctx.Done():
			return
		case <-each.C:
		}
		for _, name := range overnats.Streams() {
			h.widen(ctx, js, name)
		}
		for _, name := range overnats.InMemory() {
			if h.stalled(ctx, js, name, since) {
				h.log.Warn("a stream had no leader for too long: it is made anew, empty", "stream", name)
				h.makeAnew(ctx, js, name)
			}
		}
	}
}

// stalled reports whether this hub must make a stream anew.
func (h *Hub) stalled(ctx context.Context, js jetstream.JetStream, name string, since map[string]time.Time) bool {
	ctx, cancel := context.WithTimeout(ctx, tendTime)
	defer cancel()
	s, err := js.Stream(ctx, name) // where nobody leads it, the leader of the cluster answers, or nobody
	began, known := since[name]
	switch {
	case err == nil && s.CachedInfo().Cluster != nil && s.CachedInfo().Cluster.Leader != "" || errors.Is(err, jetstream.ErrStreamNotFound):
		delete(since, name)
	case !known:
		since[name] = time.Now()
	case time.Since(began) >= stalledAfter && h.server.JetStreamIsLeader(): // one hub alone does it
		delete(since, name)
		return true
	}
	return false
}

func (h *Hub) makeAnew(ctx context.Context, js jetstream.JetStream, name string) {
	ctx, cancel := context.WithTimeout(ctx, 2*ensureTime)
	defer cancel()
	try, done := context.WithTimeout(ctx, ensureTime)
	js.DeleteStream(try, name) // nobody may answer: those who would are missing
	done()
	err := overnats.Ensure(ctx, js, h.options.Replicas)
	if err != nil { // too few hubs are there: one that keeps it is better than none; see widen
		err = overnats.Ensure(ctx, js, 1)
	}
	if err != nil && ctx.Err() == nil {
		h.log.Warn("streams are not there yet", "err", err)
	}
}

// widen has a stream kept by as many hubs as it should be, when there are as many again.
func (h *Hub) widen(ctx context.Context, js jetstream.JetStream, name string) {
	ctx, cancel := context.WithTimeout(ctx, tendTime)
	defer cancel()
	s, err := js.Stream(ctx, name)
	if err != nil || s.CachedInfo().Config.Replicas >= h.options.Replicas || !h.server.JetStreamIsLeader() {
		return
	}
	c := s.CachedInfo().Config
	c.Replicas = h.options.Replicas
	if _, err := js.UpdateStream(ctx, c); err == nil {
		h.log.Info("a stream is kept by all again", "stream", name)
	}
}
