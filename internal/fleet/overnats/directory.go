package overnats

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"dogfight/internal/fleet"
	"dogfight/sys"
)

// Headers of entries, as in NATS's key-value stores.
const (
	headerOperation = "KV-Operation"       // of removed entries
	headerMarker    = "Nats-Marker-Reason" // of expired entries
	operationRemove = "DEL"
)

// isRemoved reports whether a message marks the end of an entry.
func isRemoved(h nats.Header) bool { return h.Get(headerOperation) != "" || h.Get(headerMarker) != "" }

// Get implements fleet.Directory. Any server with the bucket answers, so the entry may be some milliseconds old; a Swap notices.
func (c *Conn) Get(ctx context.Context, kind fleet.Kind, key string) (fleet.Entry, error) {
	e, err := c.last(ctx, kind, key)
	if err == nil && e.Removed {
		err = fleet.ErrNone
	}
	if err == nil {
		err = c.checkReceived(kind, e.Entry)
	}
	if err != nil {
		return fleet.Entry{}, err
	}
	return e.Entry, nil
}

// checkReceived rejects entries out of bounds, as other programs may write to a bus.
func (c *Conn) checkReceived(kind fleet.Kind, e fleet.Entry) error {
	err := fleet.CheckEntry(kind, e.Key, e.Value)
	if err != nil {
		c.dropped.Add(1)
	}
	return err
}

// last returns the latest change of an entry.
func (c *Conn) last(ctx context.Context, kind fleet.Kind, key string) (fleet.Change, error) {
	b, ok := bucketOf(kind)
	if err := fleet.CheckEntry(kind, key, nil); err != nil || !ok {
		return fleet.Change{}, err
	}
	for {
		e, err := c.tryLast(ctx, b, key)
		if err == nil || errors.Is(err, fleet.ErrNone) || permanent(err) {
			return e, err
		}
		if pause(ctx) != nil {
			return fleet.Change{}, fmt.Errorf("fleet: %s %s: %w: %w", kind, key, ctx.Err(), err)
		}
	}
}

func (c *Conn) tryLast(ctx context.Context, b bucket, key string) (fleet.Change, error) {
	ctx, cancel := context.WithTimeout(ctx, tryTime)
	defer cancel()
	m, err := c.nc.RequestWithContext(ctx, c.desk+".api.DIRECT.GET."+b.stream()+"."+b.prefix()+key, nil)
	if err != nil {
		return fleet.Change{}, err
	}
	switch status := m.Header.Get(headerStatus); status {
	case "":
	case statusNone:
		return fleet.Change{}, fleet.ErrNone
	default:
		return fleet.Change{}, fmt.Errorf("the bus says %s %s", status, m.Header.Get("Description"))
	}
	revision, err := strconv.ParseUint(m.Header.Get(headerSequence), 10, 64)
	if err != nil {
		return fleet.Change{}, fmt.Errorf("the bus says no revision: %w", err)
	}
	return fleet.Change{Entry: fleet.Entry{Key: key, Value: m.Data, Revision: revision}, Removed: isRemoved(m.Header)}, nil
}

// Put implements fleet.Directory.
func (c *Conn) Put(ctx context.Context, kind fleet.Kind, key string, value []byte) (uint64, error) {
	if err := fleet.CheckEntry(kind, key, value); err != nil {
		return 0, err
	}
	b, _ := bucketOf(kind)
	revision, _, err := c.publish(ctx, &nats.Msg{Subject: c.put(b.prefix() + key), Data: value})
	return revision, err
}

// Swap implements fleet.Directory. A write with a lost acknowledgement is recognized by its value, so values should name their writer.
func (c *Conn) Swap(ctx context.Context, kind fleet.Kind, key string, value []byte, old uint64) (uint64, error) {
	return c.swap(ctx, kind, key, value, old)
}

// SwapFor implements fleet.Directory.
func (c *Conn) SwapFor(ctx context.Context, kind fleet.Kind, key string, value []byte, old uint64, life time.Duration) (uint64, error) {
	return c.swap(ctx, kind, key, value, old, jetstream.WithMsgTTL(life))
}

func (c *Conn) swap(ctx context.Context, kind fleet.Kind, key string, value []byte, old uint64, how ...jetstream.PublishOpt) (uint64, error) {
	if err := fleet.CheckEntry(kind, key, value); err != nil {
		return 0, err
	}
	b, _ := bucketOf(kind)
	m := &nats.Msg{Subject: c.put(b.prefix() + key), Data: value}
	revision, unsure, err := c.publish(ctx, m, append(how, jetstream.WithExpectLastSequencePerSubject(old))...)
	if !stale(err) {
		return revision, err
	}
	now, err := c.last(ctx, kind, key)
	switch {
	case err != nil && !errors.Is(err, fleet.ErrNone):
		return 0, err
	case unsure && !now.Removed && now.Revision > old && bytes.Equal(now.Value, value):
		return now.Revision, nil
	case old != 0 || !now.Removed:
		return 0, fleet.ErrStale
	}
	// A removed entry has left a marker with its own revision.
	revision, _, err = c.publish(ctx, m, append(how, jetstream.WithExpectLastSequencePerSubject(now.Revision))...)
	if stale(err) {
		return 0, fleet.ErrStale
	}
	return revision, err
}

// Remove implements fleet.Directory.
func (c *Conn) Remove(ctx context.Context, kind fleet.Kind, key string, old uint64) error {
	now, err := c.last(ctx, kind, key)
	switch {
	case errors.Is(err, fleet.ErrNone) || err == nil && now.Removed:
		return nil
	case err != nil:
		return err
	}
	var how []jetstream.PublishOpt
	if old != 0 {
		how = append(how, jetstream.WithExpectLastSequencePerSubject(old))
	}
	b, _ := bucketOf(kind)
	_, unsure, err := c.publish(ctx, &nats.Msg{Subject: c.put(b.prefix() + key), Header: nats.Header{headerOperation: {operationRemove}}}, how...)
	if !stale(err) {
		return err
	}
	if _, err := c.Get(ctx, kind, key); errors.Is(err, fleet.ErrNone) && unsure {
		return nil // an earlier try of this call
	}
	return fleet.ErrStale
}

// bucket is a bucket of the directory. The sizes are reserved, together far less than a hub's limit.
type bucket struct {
	kind  fleet.Kind
	value int   // bytes of a value at most
	bytes int64 // maximum of all; beyond, writes are refused
}

var buckets = []bucket{
	{fleet.Hosts, fleet.MaxValue, 32 << 20},
	{fleet.Matches, fleet.MaxValue, 64 << 20},
	{fleet.Seats, fleet.MaxValue, 64 << 20},
	{fleet.Doors, fleet.MaxValue, 16 << 20},
	{fleet.Bans, fleet.MaxBans, 64 << 20},
}

// bucketOf returns the bucket of a kind.
func bucketOf(kind fleet.Kind) (bucket, bool) {
	for _, b := range buckets {
		if b.kind == kind {
			return b, true
		}
	}
	return bucket{}, false
}

// Buckets returns the names of all buckets.
func Buckets() (all []string) {
	for _, b := range buckets {
		all = append(all, b.name())
	}
	return all
}

// InMemory returns the names of the streams in memory.
func InMemory() []string {
	all := []string{Logs}
	for _, b := range buckets {
		if b.life() != 0 {
			all = append(all, b.stream())
		}
	}
	return all
}

// Streams returns the names of all streams.
func Streams() []string {
	all := []string{Logs, Results, Replays}
	for _, b := range buckets {
		all = append(all, b.stream())
	}
	return all
}

func (b bucket) name() string        { return "dogfight_" + string(b.kind) }
func (b bucket) stream() string      { return "KV_" + b.name() }
func (b bucket) prefix() string      { return "$KV." + b.name() + "." }
func (b bucket) life() time.Duration { return b.kind.Life() }

const (
	// watchSilence is the interval of heartbeats of a watch. Without them it starts again.
	watchSilence = 2 * time.Second
	watchExpiry  = 30 * time.Second // of a request for messages, which is then repeated
	// WatchForgotten is the life of a watch without requests. A hub accepts none with a longer life.
	WatchForgotten = 45 * time.Second

	watchPause = 250 * time.Millisecond // before a watch starts again
)

// watch follows a bucket over many sessions. A session ends when the bus was away, lost the bucket, or chooses a new leader.
type watch struct {
	conn   *Conn
	bucket bucket
	do     func(fleet.Change)
	known  map[string]uint64 // revisions of reported entries
}

// Watch implements fleet.Directory.
func (c *Conn) Watch(kind fleet.Kind, do func(fleet.Change)) (func(), error) {
	b, ok := bucketOf(kind)
	if !ok {
		return nil, fleet.CheckEntry(kind, "", nil)
	}
	if c.ctx.Err() != nil {
		return nil, fmt.Errorf("fleet: could not watch %s: closed", kind)
	}
	ctx, stop := context.WithCancel(c.ctx)
	w := &watch{c, b, do, map[string]uint64{}}
	c.running.Go(func() {
		defer sys.Restore()
		w.run(ctx)
	})
	return stop, nil
}

// run runs sessions until ctx is done.
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

// session reads a bucket from its beginning until it fails.
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
		w.report(m, about.Sequence.Stream, seen)
		if about.NumPending == 0 && seen != nil { // all initial entries have arrived
			w.forget(seen)
			seen = nil
		}
	}
}

// endOnReconnect ends a session when ctx is done or after a reconnection, as the server may have another bucket.
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

// report reports a message, unless its revision is known.
func (w *watch) report(m jetstream.Msg, revision uint64, seen map[string]bool) {
	key := strings.TrimPrefix(m.Subject(), w.bucket.prefix())
	e := fleet.Entry{Key: key, Value: m.Data(), Revision: revision}
	if isRemoved(m.Headers()) {
		w.drop(key, revision)
		return
	}
	if w.conn.checkReceived(w.bucket.kind, e) != nil {
		return
	}
	if seen != nil {
		seen[key] = true
	}
	if w.known[key] != revision {
		w.known[key] = revision
		w.do(fleet.Change{Entry: e})
	}
}

// forget reports known entries that were not seen as gone.
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
	w.do(fleet.Change{Entry: fleet.Entry{Key: key, Revision: revision}, Removed: true})
}
