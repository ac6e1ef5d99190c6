package hub

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"dogfight/internal/fleet/overnats"
	"dogfight/internal/records"
)

// Config says what records are kept.
type RecordsConfig struct {
	Store *records.Store // from Open; Close closes it
	// Trusted reports whether an nkey is that of a host of the fleet, whose results count. Nil takes those of everybody, signed or not.
	Trusted func(key string) bool
	Log     *slog.Logger
}

// Records are those of a fleet. Its methods may be called from any goroutine.
type Records struct {
	// Static after New.
	store   *records.Store
	trusted func(key string) bool
	log     *slog.Logger
	outside *limitedLog // of what others send that is wrong
	waits   *limitedLog // of results that are put off
	// rest is how long a result is put off first, and how long nothing is tried after the database could not take one.
	rest     time.Duration
	longest  time.Duration        // that a result is put off
	patience time.Duration        // with keys that are unknown
	unknown  map[uint64]time.Time // since when results wait for their keys, by number in the stream; only Run uses it

	registry  registryTables
	scores    scoreCache
	listening sync.Mutex // one list of bans is put at a time

	kept    atomic.Int64 // results since New
	again   atomic.Int64 // that came again, and were kept already
	refused atomic.Int64 // that were no results, or of no host
	waited  atomic.Int64 // times that one was put off
	failed  atomic.Int64 // when the database took nothing the last time, or the records began; ns since 1970
}

// New returns records, whose tables are there.
func NewRecords(c RecordsConfig) (*Records, error) {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	r := &Records{store: c.Store, trusted: c.Trusted, log: c.Log, rest: firstRest, longest: longestRest, patience: unknownPatience, unknown: map[uint64]time.Time{}}
	r.outside = newLimitedLog(c.Log, logAtOnce, logEachSecond)
	r.waits = newLimitedLog(c.Log, 20, 0.1)
	r.failed.Store(time.Now().UnixNano())
	r.scores.life = scoreLife
	return r, r.registry.open(c.Store.Database())
}

// Close closes the store.
func (r *Records) Close() error { return r.store.Close() }

const (
	durable   = "records"
	batch     = 64
	fetchTime = 2 * time.Second

	firstRest, longestRest = time.Second, 30 * time.Second
	// unknownPatience is how long an operator may take to list a key at all hubs.
	unknownPatience = time.Hour
	// mostWaiting is how many results may be put off at once, before others wait in the stream; mostUnknown of them by unknown keys.
	mostWaiting, mostUnknown = 1 << 14, 128
)

// ackTime is after how long a result comes again whose hub has died. Only tests change it, before any Run.
var ackTime = 5 * time.Second

// Run takes results and answers what is asked until ctx is done. Several hubs may do so at once if they share a database.
func (r *Records) Run(ctx context.Context, nc *nats.Conn) error {
	js, err := jetstream.New(nc)
	if err != nil {
		return err
	}
	stop, err := r.serve(ctx, nc)
	if err != nil {
		return err
	}
	defer stop()
	results, err := js.CreateOrUpdateConsumer(ctx, overnats.Results, jetstream.ConsumerConfig{
		Durable: durable, AckPolicy: jetstream.AckExplicitPolicy, AckWait: ackTime, MaxAckPending: mostWaiting, MaxDeliver: -1,
	})
	if err != nil {
		return fmt.Errorf("results: %w", err)
	}
	away := false // the database took nothing the last time
	for ctx.Err() == nil {
		size := batch
		if away {
			size = 1
		}
		if away, err = r.takeBatch(ctx, results, size); err != nil && ctx.Err() == nil {
			return fmt.Errorf("results: %w", err)
		}
	}
	return ctx.Err()
}

// takeBatch takes the next results, as many as size, and reports whether the database takes none. A fetch ends once it has all that it asked
// for, and otherwise after fetchTime: while the database is away, the results that were put off come again in the same fetch and keep it
// open, so Run then asks for one at a time.
func (r *Records) takeBatch(ctx context.Context, from jetstream.Consumer, size int) (away bool, err error) {
	fetching, cancel := context.WithTimeout(ctx, fetchTime)
	defer cancel()
	messages, err := from.Fetch(size, jetstream.FetchContext(fetching))
	if err != nil {
		return false, err
	}
	for m := range messages.Messages() {
		if away || ctx.Err() != nil {
			m.NakWithDelay(r.rest)
			continue
		}
		away = !r.take(m)
	}
	if away {
		select {
		case <-ctx.Done():
		case <-time.After(r.rest):
		}
	}
	err = messages.Error()
	if errors.Is(err, nats.ErrTimeout) || errors.Is(err, jetstream.ErrNoMessages) || errors.Is(err, context.DeadlineExceeded) {
		return away, nil
	}
	return away, err
}
