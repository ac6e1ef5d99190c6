package hub

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/url"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"

	"dogfight/internal/fleet/outbox"
	"dogfight/internal/fleet/overnats"
	"dogfight/internal/records"
	"dogfight/net/admission"
)

// RecordsConfig configures Records.
type RecordsConfig struct {
	Store *records.Store // from OpenRecords; Close closes it
	// Trusted reports whether an nkey belongs to a host of the fleet. Nil accepts all results, signed or not.
	Trusted func(key string) bool
	Log     *slog.Logger
}

// Records are the records of a fleet. Methods are safe for concurrent use.
type Records struct {
	// Static after New.
	store   *records.Store
	trusted func(key string) bool
	log     *slog.Logger
	outside *limitedLog // for invalid messages
	waits   *limitedLog // for delayed results
	// rest is the first delay of a result, and the pause after a failure of the database.
	rest     time.Duration
	longest  time.Duration        // delay of a result
	patience time.Duration        // with unknown keys
	unknown  map[uint64]time.Time // arrival of results with unknown keys, by number in the stream; only Run uses it

	registry  registryTables
	scores    admission.Answer[*records.Scores]
	size      admission.Answer[int64] // of the database
	listening sync.Mutex              // one list of bans is written at a time

	recorded atomic.Int64 // results since New
	again    atomic.Int64 // repeated, recorded already
	refused  atomic.Int64 // that were no results, or of no host
	waited   atomic.Int64 // times that one was put off
	failed   atomic.Int64 // when the database took nothing the last time, or the records began; ns since 1970
}

// NewRecords returns records and creates their tables.
func NewRecords(c RecordsConfig) (*Records, error) {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	r := &Records{store: c.Store, trusted: c.Trusted, log: c.Log, rest: firstRest, longest: longestRest, patience: unknownPatience, unknown: map[uint64]time.Time{}}
	r.outside = newLimitedLog(c.Log, logAtOnce, logEachSecond)
	r.waits = newLimitedLog(c.Log, 20, 0.1)
	r.failed.Store(time.Now().UnixNano())
	r.scores.Life, r.scores.Find = scoreLife, r.readScores
	r.size.Life, r.size.Find = sizeLife, c.Store.Database().Size
	return r, r.registry.open(c.Store.Database())
}

// Close closes the store.
func (r *Records) Close() error { return r.store.Close() }

const (
	durable   = "records"
	batch     = 64
	fetchTime = 2 * time.Second

	firstRest, longestRest = time.Second, 30 * time.Second
	// unknownPatience is the time for an operator to list a key at all hubs.
	unknownPatience = time.Hour
	// maxWaiting is the maximum of delayed results, beyond which results wait in the stream; maxUnknown of them may have unknown keys.
	maxWaiting, maxUnknown = 1 << 14, 128
)

// ackTime is the time until redelivery of a result after the death of its hub. Only tests change it, before any Run.
var ackTime = 5 * time.Second

// Run stores results and answers questions until ctx is done. Several hubs that share a database may run at once.
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
		Durable: durable, AckPolicy: jetstream.AckExplicitPolicy, AckWait: ackTime, MaxAckPending: maxWaiting, MaxDeliver: -1,
	})
	if err != nil {
		return fmt.Errorf("results: %w", err)
	}
	away := false // the database failed the last time
	for ctx.Err() == nil {
		size := batch
		if away {
			size = 1
		}
		if away, err = r.handleBatch(ctx, results, size); err != nil && ctx.Err() == nil {
			return fmt.Errorf("results: %w", err)
		}
	}
	return ctx.Err()
}

// handleBatch takes up to size results and reports whether the database is away. A fetch ends with its last result or after fetchTime. While the
// database is away, delayed results are redelivered within the same fetch and keep it open, so Run then fetches one at a time.
func (r *Records) handleBatch(ctx context.Context, from jetstream.Consumer, size int) (away bool, err error) {
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
		away = !r.handle(m)
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

// errUnknown delays a result with an unknown key: this hub may not have read the file of keys again yet.
var errUnknown = errors.New("its key is of no host of this fleet")

// handle stores the result of a message or delays it. Its host no longer has it, so only results that can never become valid are refused. It returns
// false if the database is away.
func (r *Records) handle(m jetstream.Msg) bool {
	result, err := outbox.Parse(m.Data())
	if err == nil {
		err = r.verify(result)
	}
	if r.mayWait(m, errors.Is(err, errUnknown)) {
		r.postpone(m, result, err)
		return true
	}
	if err != nil {
		r.refuse(m, err)
		return true
	}
	fresh, err := r.save(result)
	if records.BreaksRule(err) {
		r.refuse(m, err)
		return true
	}
	if err != nil {
		r.failed.Store(time.Now().UnixNano())
		r.postpone(m, result, err)
		return false
	}
	r.acknowledge(m, result, fresh)
	return true
}

// acknowledge ends the delivery of a stored result.
func (r *Records) acknowledge(m jetstream.Msg, result *outbox.Result, fresh bool) {
	if err := m.Ack(); err != nil {
		r.log.Debug("a result comes again", "result", result.ID, "err", err)
	}
	if !fresh {
		r.again.Add(1)
		return
	}
	r.recorded.Add(1)
	r.log.Info("match recorded", "result", result.ID, "host", result.Host, "arena", result.Match.Arena, "finished", result.Match.Finished)
}

// save stores a result and the links that its players' certificates prove. It ignores links without a certificate.
func (r *Records) save(result *outbox.Result) (fresh bool, err error) {
	host := cmp.Or(result.Key, result.Host.String())
	if err := r.registry.catchUp(); err != nil {
		return false, err
	}
	for i := range result.Match.Flights {
		f := &result.Match.Flights[i]
		if f.Proof != nil {
			err := r.registry.link(f.Proof, host)
			if errors.Is(err, errUnproven) {
				r.outside.Log(slog.LevelWarn, "a link of keys is refused", "result", result.ID, "host", host, "why", err)
			} else if err != nil {
				return false, err
			}
		}
		f.Linked = nil
		if f.Identity != "" && f.Skill == 0 {
			f.Linked = r.registry.keysOf(f.Identity)[1:]
		}
	}
	return r.store.AddOnce(result.ID.String(), host, result.Match)
}

// verify checks the signature of a result.
func (r *Records) verify(result *outbox.Result) error {
	if r.trusted == nil && result.Key == "" {
		return nil
	}
	if result.Key == "" {
		return fmt.Errorf("it is not signed")
	}
	key, err := nkeys.FromPublicKey(result.Key)
	if err != nil {
		return fmt.Errorf("its key %.64q is none: %w", result.Key, err)
	}
	if err := key.Verify(result.Signed, result.Signature); err != nil {
		return fmt.Errorf("its signature does not hold: %w", err)
	}
	if r.trusted != nil && !r.trusted(result.Key) {
		return fmt.Errorf("%w: %.64q", errUnknown, result.Key)
	}
	return nil
}

// refuse ends the delivery of an invalid result.
func (r *Records) refuse(m jetstream.Msg, why error) {
	r.refused.Add(1)
	r.outside.Log(slog.LevelWarn, "a result is refused", "subject", m.Subject(), "why", why, "refused", r.refused.Load())
	m.TermWithReason("refused")
}

// postpone delays a message, longer each time.
func (r *Records) postpone(m jetstream.Msg, result *outbox.Result, why error) {
	r.waited.Add(1)
	r.waits.Log(slog.LevelError, "a result waits", "result", result.ID, "why", why)
	m.NakWithDelay(r.delay(m))
}

// delay doubles with each delivery, up to r.longest.
func (r *Records) delay(m jetstream.Msg) time.Duration {
	about, err := m.Metadata()
	if err != nil || about.NumDelivered == 0 {
		return r.rest
	}
	return min(r.rest<<min(about.NumDelivered-1, 16), r.longest)
}

// mayWait reports whether a result waits for its key to be listed. Results with unknown keys have a small share of the stream, so they leave room for
// others; beyond it they are refused.
func (r *Records) mayWait(m jetstream.Msg, unknown bool) bool {
	about, err := m.Metadata()
	if err != nil {
		return false
	}
	number := about.Sequence.Stream
	if !unknown || r.unknownTooLong(about) {
		delete(r.unknown, number)
		return false
	}
	if _, waits := r.unknown[number]; waits {
		return true
	}
	// Another hub may have handled results that this one delayed.
	maps.DeleteFunc(r.unknown, func(_ uint64, since time.Time) bool { return time.Since(since) > r.patience })
	if len(r.unknown) >= maxUnknown {
		return false
	}
	r.unknown[number] = time.Now()
	return true
}

// unknownTooLong reports whether a result with an unknown key has waited for r.patience. Time before the start of this hub and time without a database
// do not count.
func (r *Records) unknownTooLong(about *jetstream.MsgMetadata) bool {
	now := time.Now()
	return now.Sub(about.Timestamp) > r.patience && now.Sub(time.Unix(0, r.failed.Load())) > r.patience
}

const (
	maxConnections = 8 // of a hub to PostgreSQL
	connectTime    = 5 * time.Second
	// statementTime is PostgreSQL's limit for a statement, including waits for other hubs.
	statementTime = "30s"
)

// InPostgreSQL reports whether a location of records is a PostgreSQL database, not a file.
func InPostgreSQL(where string) bool {
	return strings.HasPrefix(where, "postgres://") || strings.HasPrefix(where, "postgresql://")
}

// OpenRecords opens the records in a SQLite file, or in PostgreSQL at a URL such as postgres://dogfight@db/dogfight, and creates missing ones. Errors
// are one line without a password.
func OpenRecords(where string) (*records.Store, error) {
	store, err := open(where)
	if err != nil {
		return nil, err
	}
	if err := store.PrepareResults(); err != nil {
		store.Close()
		return nil, err
	}
	return store, nil
}

// openTables opens existing records and the registry in the same database.
func openTables(where string) (s *records.Store, g *registryTables, err error) {
	if !InPostgreSQL(where) {
		if _, err := os.Stat(where); err != nil {
			return nil, nil, fmt.Errorf("records: %w", err)
		}
	}
	if s, err = OpenRecords(where); err != nil {
		return nil, nil, err
	}
	g = &registryTables{}
	if err = g.open(s.Database()); err != nil {
		s.Close()
	}
	return s, g, err
}

func open(where string) (*records.Store, error) {
	if !InPostgreSQL(where) {
		return records.Open(where)
	}
	config, err := pgx.ParseConfig(where)
	if err != nil {
		return nil, fmt.Errorf("records: must be a file, or a URL such as postgres://user@host/database: %w", err) // the error has no password
	}
	name := "postgres"
	if u, err := url.Parse(where); err == nil {
		name = "postgres://" + u.Host + u.Path
	}
	config.ConnectTimeout = connectTime
	if config.RuntimeParams["statement_timeout"] == "" {
		config.RuntimeParams["statement_timeout"] = statementTime
	}
	if config.RuntimeParams["application_name"] == "" {
		config.RuntimeParams["application_name"] = "dogfight-hub"
	}
	db := sql.OpenDB(stdlib.GetConnector(*config))
	db.SetMaxOpenConns(maxConnections)
	return records.OpenPostgreSQL(name, db)
}
