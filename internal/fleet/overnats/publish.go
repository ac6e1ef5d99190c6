package overnats

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const (
	// tryTime is how long one try may take before another: a leader that has died says nothing.
	tryTime = 1500 * time.Millisecond
	// tryPause is how long to wait for a new leader before it is asked for.
	tryPause = 100 * time.Millisecond
)

// publish puts a message into a stream, and tries again until it is there, it is refused, or ctx is done. It returns its sequence.
// unsure is whether an earlier try may have put it there, though nobody said so.
func (c *Conn) publish(ctx context.Context, m *nats.Msg, how ...jetstream.PublishOpt) (sequence uint64, unsure bool, err error) {
	for {
		sequence, err = c.tryPublish(ctx, m, how)
		if err == nil || permanent(err) {
			return sequence, unsure, err
		}
		unsure = unsure || !unsent(err)
		if pause(ctx) != nil {
			return 0, unsure, fmt.Errorf("fleet: %s: %w: %w", m.Subject, ctx.Err(), err)
		}
	}
}

func (c *Conn) tryPublish(ctx context.Context, m *nats.Msg, how []jetstream.PublishOpt) (uint64, error) {
	ctx, cancel := context.WithTimeout(ctx, tryTime)
	defer cancel()
	one := *m
	if m.Header != nil {
		one.Header = nats.Header{}
		for k, v := range m.Header {
			one.Header[k] = v
		}
	}
	ack, err := c.js.PublishMsg(ctx, &one, append(how, jetstream.WithRetryAttempts(0))...)
	if err != nil {
		return 0, err
	}
	return ack.Sequence, nil
}

// permanent reports whether trying again helps nothing.
func permanent(err error) bool {
	var said *jetstream.APIError
	if errors.As(err, &said) {
		return said.Code != 503 // which is said between leaders
	}
	return errors.Is(err, nats.ErrConnectionClosed) || errors.Is(err, nats.ErrMaxPayload) || errors.Is(err, nats.ErrBadSubject) ||
		errors.Is(err, nats.ErrSubscriptionClosed) || errors.Is(err, errGap)
}

// unsent reports whether nobody can have taken what was sent.
func unsent(err error) bool {
	return errors.Is(err, jetstream.ErrNoStreamResponse) || errors.Is(err, nats.ErrNoResponders) || errors.Is(err, nats.ErrReconnectBufExceeded)
}

// stale reports whether a write was refused because another came before it.
func stale(err error) bool {
	var said *jetstream.APIError
	return errors.As(err, &said) &&
		(said.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence || said.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant)
}

// pause waits a little before the next try.
func pause(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(tryPause):
		return nil
	}
}
