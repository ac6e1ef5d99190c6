package overnats

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"dogfight/internal/fleet"
)

// Headers of what stands in a bucket, as NATS's key-value stores have them.
const (
	headerOperation = "KV-Operation"       // of what was removed
	headerMarker    = "Nats-Marker-Reason" // of what has expired
	operationRemove = "DEL"
)

// gone reports whether a message says that an entry is no more.
func gone(h nats.Header) bool { return h.Get(headerOperation) != "" || h.Get(headerMarker) != "" }

// Get is Directory's. Any server that has the bucket answers, so it may be some milliseconds behind; a Swap finds that out.
func (c *Conn) Get(ctx context.Context, kind fleet.Kind, key string) (fleet.Entry, error) {
	e, err := c.last(ctx, kind, key)
	if err == nil && e.Gone {
		err = fleet.ErrNone
	}
	if err == nil {
		err = c.checkHeard(kind, e.Entry)
	}
	if err != nil {
		return fleet.Entry{}, err
	}
	return e.Entry, nil
}

// checkHeard drops what is out of bounds: others than we may write to a bus.
func (c *Conn) checkHeard(kind fleet.Kind, e fleet.Entry) error {
	err := fleet.CheckEntry(kind, e.Key, e.Value)
	if err != nil {
		c.dropped.Add(1)
	}
	return err
}

// last returns what was last written, which may be that an entry is gone.
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
	return fleet.Change{Entry: fleet.Entry{Key: key, Value: m.Data, Revision: revision}, Gone: gone(m.Header)}, nil
}

// Put is Directory's.
func (c *Conn) Put(ctx context.Context, kind fleet.Kind, key string, value []byte) (uint64, error) {
	if err := fleet.CheckEntry(kind, key, value); err != nil {
		return 0, err
	}
	b, _ := bucketOf(kind)
	revision, _, err := c.publish(ctx, &nats.Msg{Subject: c.put(b.prefix() + key), Data: value})
	return revision, err
}

// Swap is Directory's. A write of which the bus's answer was lost is found again by its value, so that values should tell whose
// they are.
func (c *Conn) Swap(ctx context.Context, kind fleet.Kind, key string, value []byte, old uint64) (uint64, error) {
	return c.swap(ctx, kind, key, value, old)
}

// SwapFor is Directory's.
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
	case unsure && !now.Gone && now.Revision > old && bytes.Equal(now.Value, value):
		return now.Revision, nil
	case old != 0 || !now.Gone:
		return 0, fleet.ErrStale
	}
	// What is no more has left a mark, with a revision of its own.
	revision, _, err = c.publish(ctx, m, append(how, jetstream.WithExpectLastSequencePerSubject(now.Revision))...)
	if stale(err) {
		return 0, fleet.ErrStale
	}
	return revision, err
}

// Remove is Directory's.
func (c *Conn) Remove(ctx context.Context, kind fleet.Kind, key string, old uint64) error {
	now, err := c.last(ctx, kind, key)
	switch {
	case errors.Is(err, fleet.ErrNone) || err == nil && now.Gone:
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
		return nil // that was we
	}
	return fleet.ErrStale
}
