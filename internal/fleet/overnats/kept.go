package overnats

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"dogfight/internal/fleet"
)

// getRequest asks for messages of a stream, and any server that has the stream answers: no leader is needed, and no consumer. See
// "Direct get" among NATS's architecture decisions, number 31.
type getRequest struct {
	From    uint64 `json:"seq"`
	Subject string `json:"next_by_subj"`
	Batch   int    `json:"batch"`
	Bytes   int    `json:"max_bytes"`
}

const (
	getBatch, getBytes = 256, 4 << 20

	headerSequence, headerPending = "Nats-Sequence", "Nats-Num-Pending"
	headerSubject                 = "Nats-Subject"
	headerStatus                  = "Status"
	statusEnd, statusNone         = "204", "404"
	statusNobody                  = "503"
)

// Kept is Bus's.
func (c *Conn) Kept(ctx context.Context, subject string, told func([]byte)) error {
	stream, err := streamOf(subject)
	if err != nil {
		return err
	}
	return c.stored(ctx, stream, subject, func(m *nats.Msg) { told(m.Data) })
}

// List is Directory's. Any server that has the bucket answers, as with Get; one that changes meanwhile may be told as it was or as it is.
func (c *Conn) List(ctx context.Context, kind fleet.Kind) ([]fleet.Entry, error) {
	b, ok := bucketOf(kind)
	if !ok {
		return nil, fleet.CheckEntry(kind, "", nil)
	}
	all := map[string]fleet.Entry{}
	err := c.stored(ctx, b.stream(), b.prefix()+">", func(m *nats.Msg) {
		key := strings.TrimPrefix(m.Header.Get(headerSubject), b.prefix())
		revision, _ := strconv.ParseUint(m.Header.Get(headerSequence), 10, 64)
		delete(all, key)
		if e := (fleet.Entry{Key: key, Value: m.Data, Revision: revision}); !gone(m.Header) && c.checkHeard(kind, e) == nil {
			all[key] = e
		}
	})
	byKey := func(a, b fleet.Entry) int { return strings.Compare(a.Key, b.Key) }
	return slices.SortedFunc(maps.Values(all), byKey), err
}

// stored tells all messages of a stream whose subject is that one, or matches it.
func (c *Conn) stored(ctx context.Context, stream, subject string, told func(*nats.Msg)) error {
	for from := uint64(1); ; {
		next, more, err := c.storedBatch(ctx, stream, getRequest{from, subject, getBatch, getBytes}, told)
		switch {
		case err != nil && ctx.Err() == nil && next > from: // what came, came
			from = next
		case err != nil && ctx.Err() == nil && !permanent(err):
			if err := pause(ctx); err != nil {
				return err
			}
		case err != nil || !more:
			return err
		default:
			from = next
		}
	}
}

// storedBatch tells what is stored from a place on. It returns where the next begins, and whether there is one.
func (c *Conn) storedBatch(ctx context.Context, stream string, ask getRequest, told func(*nats.Msg)) (next uint64, more bool, err error) {
	next = ask.From
	inbox, err := c.nc.SubscribeSync(c.nc.NewRespInbox())
	if err != nil {
		return next, false, err
	}
	defer inbox.Unsubscribe()
	inbox.SetPendingLimits(waitingMessages, waitingBytes)
	text, _ := json.Marshal(ask)
	if err := c.nc.PublishRequest(c.desk+".api.DIRECT.GET."+stream, inbox.Subject, text); err != nil {
		return next, false, err
	}
	for {
		m, err := nextWithin(ctx, inbox, tryTime)
		if err != nil {
			return next, false, err
		}
		pending, _ := strconv.ParseUint(m.Header.Get(headerPending), 10, 64)
		switch m.Header.Get(headerStatus) {
		case "":
			n, err := strconv.ParseUint(m.Header.Get(headerSequence), 10, 64)
			if err != nil || n < next {
				return next, false, errGap
			}
			next = n + 1
			told(m)
		case statusEnd:
			return next, pending > 0, nil
		case statusNone:
			return next, false, nil
		default:
			return next, false, fmt.Errorf("fleet: %s: %s", stream, m.Header.Get("Description"))
		}
	}
}

// nextWithin waits for the next message a while.
func nextWithin(ctx context.Context, s *nats.Subscription, d time.Duration) (*nats.Msg, error) {
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	return s.NextMsgWithContext(ctx)
}
