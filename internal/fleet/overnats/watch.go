package overnats

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"dogfight/internal/fleet"
	"dogfight/sys"
)

const (
	// watchSilence is how often a bus says that a watch lives; without that it begins anew.
	watchSilence = 2 * time.Second
	watchExpiry  = 30 * time.Second // of a request for more, which is then made again
	// WatchForgotten is when a bus forgets a watch of which nothing is asked. A hub takes none that lives longer.
	WatchForgotten = 45 * time.Second

	watchPause = 250 * time.Millisecond // before a watch begins anew
)

// watch tells of a bucket. It lives longer than what it reads from: a session, which ends whenever the bus was away, has lost the
// bucket, or chooses a new leader.
type watch struct {
	conn   *Conn
	bucket bucket
	told   func(fleet.Change)
	known  map[string]uint64 // revisions, of all that were told and are not gone
}

// Watch is Directory's.
func (c *Conn) Watch(kind fleet.Kind, told func(fleet.Change)) (func(), error) {
	b, ok := bucketOf(kind)
	if !ok {
		return nil, fleet.CheckEntry(kind, "", nil)
	}
	if c.ctx.Err() != nil {
		return nil, fmt.Errorf("fleet: could not watch %s: closed", kind)
	}
	ctx, stop := context.WithCancel(c.ctx)
	w := &watch{c, b, told, map[string]uint64{}}
	c.running.Go(func() {
		defer sys.Restore()
		w.run(ctx)
	})
	return stop, nil
}

// run begins a session after another until ctx is done.
func (w *watch) run(ctx context.Context) {
	for ctx.Err() == nil {
		err := w.session(ctx)
		if ctx.Err() == nil {
			w.conn.log.Debug("watching the fleet anew", "bucket", w.bucket.name(), "err", err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(watchPause):
		}
	}
}

// session reads a bucket from its beginning on. It returns when it can no more.
func (w *watch) session(ctx context.Context) error {
	consumer, err := w.consumer(ctx)
	if err != nil {
		return err
	}
	messages, err := consumer.Messages(jetstream.PullExpiry(watchExpiry), jetstream.PullHeartbeat(watchSilence))
	if err != nil {
		return err
	}
	defer messages.Stop()
	ctx, done := context.WithCancel(ctx)
	defer w.endOnReconnect(ctx, messages)()
	defer done()

	seen := map[string]bool{}
	if consumer.CachedInfo().NumPending == 0 {
		w.forget(seen)
		seen = nil
	}
	for next := uint64(1); ; next++ {
		m, about, err := nextOf(messages)
		if err != nil {
			return err
		}
		if about.Sequence.Consumer != next {
			return errMissed
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		w.take(m, about.Sequence.Stream, seen)
		if about.NumPending == 0 && seen != nil { // all that was there has come
			w.forget(seen)
			seen = nil
		}
	}
}

// endOnReconnect ends a session when ctx is done, or when the bus was lost and found: it may be another, with another bucket.
func (w *watch) endOnReconnect(ctx context.Context, messages jetstream.MessagesContext) (wait func()) {
	var running sync.WaitGroup
	found := w.conn.nc.StatusChanged(nats.CONNECTED)
	running.Go(func() {
		defer sys.Restore()
		select {
		case <-ctx.Done():
		case <-found:
		}
		messages.Stop()
		w.conn.nc.RemoveStatusListener(found)
	})
	return running.Wait
}

func nextOf(messages jetstream.MessagesContext) (jetstream.Msg, *jetstream.MsgMetadata, error) {
	m, err := messages.Next()
	if err != nil {
		return nil, nil, err
	}
	about, err := m.Metadata()
	return m, about, err
}

var errMissed = errors.New("messages were lost on the way")

func (w *watch) consumer(ctx context.Context) (jetstream.Consumer, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*tryTime)
	defer cancel()
	return w.conn.js.CreateConsumer(ctx, w.bucket.stream(), jetstream.ConsumerConfig{
		DeliverPolicy: jetstream.DeliverLastPerSubjectPolicy, FilterSubject: w.bucket.prefix() + ">", AckPolicy: jetstream.AckNonePolicy,
		MemoryStorage: true, Replicas: 1, InactiveThreshold: WatchForgotten,
	})
}

// take tells of a message, unless it is known.
func (w *watch) take(m jetstream.Msg, revision uint64, seen map[string]bool) {
	key := strings.TrimPrefix(m.Subject(), w.bucket.prefix())
	e := fleet.Entry{Key: key, Value: m.Data(), Revision: revision}
	if gone(m.Headers()) {
		w.drop(key, revision)
		return
	}
	if w.conn.checkHeard(w.bucket.kind, e) != nil {
		return
	}
	if seen != nil {
		seen[key] = true
	}
	if w.known[key] != revision {
		w.known[key] = revision
		w.told(fleet.Change{Entry: e})
	}
}

// forget drops all that is known and was not seen.
func (w *watch) forget(seen map[string]bool) {
	for key, revision := range w.known {
		if !seen[key] {
			w.drop(key, revision+1)
		}
	}
}

func (w *watch) drop(key string, revision uint64) {
	if _, ok := w.known[key]; !ok {
		return
	}
	delete(w.known, key)
	w.told(fleet.Change{Entry: fleet.Entry{Key: key, Revision: revision}, Gone: true})
}
