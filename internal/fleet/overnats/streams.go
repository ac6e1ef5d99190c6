package overnats

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"dogfight/internal/fleet"
)

// The streams.
const (
	Logs    = "DOGFIGHT_LOGS"    // chunks of the logs of matches, for resuming
	Results = "DOGFIGHT_RESULTS" // each until the records have it
	Replays = "DOGFIGHT_REPLAYS" // in parts, by hash
)

const (
	logAge = 2 * time.Hour // longer than a match

	// dedupeTime is the time in which the stream drops repeated ids. The records do so for ever.
	dedupeTime = 10 * time.Minute

	// markerTime is the life of the marker of an expired entry: longer than a watch waits for a new leader.
	markerTime = time.Minute

	// headers is the maximum size of the headers of a message.
	headers = 256
)

// Ensure creates missing streams and buckets and does not change existing ones, except for revisions: see raise. It is safe for concurrent use.
func Ensure(ctx context.Context, js jetstream.JetStream, replicas int) error {
	for _, b := range buckets {
		if err := ensureBucket(ctx, js, b, replicas); err != nil {
			return fmt.Errorf("bucket %s: %w", b.name(), err)
		}
		if err := raise(ctx, js, b); err != nil {
			return fmt.Errorf("bucket %s: %w", b.name(), err)
		}
	}
	for _, c := range []jetstream.StreamConfig{
		{ // without acknowledgements, whose reply subject the sender could choose
			Name: Logs, NoAck: true, Subjects: []string{fleet.LogSubject + "*"}, Storage: jetstream.MemoryStorage,
			MaxAge: logAge, MaxBytes: 192 << 20, MaxMsgSize: fleet.MaxChunk + headers, Discard: jetstream.DiscardOld,
		},
		{ // refuses messages when full, so hosts keep them
			Name: Results, Subjects: []string{fleet.ResultSubject + "*"}, Storage: jetstream.FileStorage, Retention: jetstream.WorkQueuePolicy,
			MaxBytes: 1 << 30, Discard: jetstream.DiscardNew, Duplicates: dedupeTime,
		},
		{ // refuses messages when full, so no key pushes out those of others
			Name: Replays, Subjects: []string{replaySubject + "*.*.*"}, Storage: jetstream.FileStorage, MaxMsgSize: replayPiece + headers,
			MaxBytes: 4 << 30, Discard: jetstream.DiscardNew, Duplicates: dedupeTime,
		},
	} {
		c.Replicas, c.AllowDirect = replicas, true
		if err := ensureStream(ctx, js, c); err != nil {
			return fmt.Errorf("stream %s: %w", c.Name, err)
		}
	}
	return nil
}

func ensureBucket(ctx context.Context, js jetstream.JetStream, b bucket, replicas int) error {
	if _, err := js.KeyValue(ctx, b.name()); !errors.Is(err, jetstream.ErrBucketNotFound) {
		return err
	}
	c := jetstream.KeyValueConfig{
		Bucket: b.name(), History: 1, TTL: b.life(), Storage: jetstream.FileStorage, Replicas: replicas,
		MaxValueSize: int32(b.value + headers), MaxBytes: b.bytes,
	}
	if b.life() != 0 {
		c.Storage, c.LimitMarkerTTL = jetstream.MemoryStorage, markerTime
	}
	_, err := js.CreateKeyValue(ctx, c)
	if errors.Is(err, jetstream.ErrBucketExists) { // created meanwhile
		return nil
	}
	return err
}

// raise starts the revisions of a bucket at the current time in microseconds. In memory they would start at 1 with each start of a hub, and a writer that
// saw revision 1 of an earlier run would overwrite another's entry. Entries from before the raise are dropped; their writers write them again.
func raise(ctx context.Context, js jetstream.JetStream, b bucket) error {
	s, err := js.Stream(ctx, b.stream())
	if err != nil {
		return err
	}
	if s.CachedInfo().State.LastSeq >= raised || b.life() == 0 {
		return nil
	}
	return s.Purge(ctx, jetstream.WithPurgeSequence(uint64(time.Now().UnixMicro())))
}

// raised is less than every time in microseconds and more than every revision that started at 1.
const raised = 1 << 50

func ensureStream(ctx context.Context, js jetstream.JetStream, c jetstream.StreamConfig) error {
	if _, err := js.Stream(ctx, c.Name); !errors.Is(err, jetstream.ErrStreamNotFound) {
		return err
	}
	_, err := js.CreateStream(ctx, c)
	if errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) {
		return nil
	}
	return err
}

// getRequest requests messages of a stream from any server with the stream, without leader or consumer. See "Direct get", number 31 of NATS's
// architecture decisions.
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

// Stored implements fleet.Bus.
func (c *Conn) Stored(ctx context.Context, subject string, do func([]byte)) error {
	stream, err := streamOf(subject)
	if err != nil {
		return err
	}
	return c.stored(ctx, stream, subject, func(m *nats.Msg) { do(m.Data) })
}

// List implements fleet.Directory. Any server with the bucket answers, as for Get. An entry that changes meanwhile may be old or new.
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
		if e := (fleet.Entry{Key: key, Value: m.Data, Revision: revision}); !isRemoved(m.Header) && c.checkReceived(kind, e) == nil {
			all[key] = e
		}
	})
	byKey := func(a, b fleet.Entry) int { return strings.Compare(a.Key, b.Key) }
	return slices.SortedFunc(maps.Values(all), byKey), err
}

// stored passes all messages of a stream with a matching subject to do.
func (c *Conn) stored(ctx context.Context, stream, subject string, do func(*nats.Msg)) error {
	for from := uint64(1); ; {
		next, more, err := c.storedBatch(ctx, stream, getRequest{from, subject, getBatch, getBytes}, do)
		switch {
		case err != nil && ctx.Err() == nil && next > from: // keep the received messages
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

// storedBatch passes a batch of stored messages to do. It returns the start of the next batch, and whether there is one.
func (c *Conn) storedBatch(ctx context.Context, stream string, ask getRequest, do func(*nats.Msg)) (next uint64, more bool, err error) {
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
			do(m)
		case statusEnd:
			return next, pending > 0, nil
		case statusNone:
			return next, false, nil
		default:
			return next, false, fmt.Errorf("fleet: %s: %s", stream, m.Header.Get("Description"))
		}
	}
}

// nextWithin waits up to d for the next message.
func nextWithin(ctx context.Context, s *nats.Subscription, d time.Duration) (*nats.Msg, error) {
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	return s.NextMsgWithContext(ctx)
}

// MaxReplay is the maximum size of a stored replay in bytes: hours of a large match.
const MaxReplay = 64 << 20

// replayPiece is the part of a replay in a message.
const replayPiece = 256 << 10

// ErrNoReplay reports a replay that is not stored.
var ErrNoReplay = errors.New("the fleet has no such replay")

// ReplaySubject returns the subject of the parts of a replay by hash, key of the sender and upload. A bus accepts only the sender's own key, so no other
// client can insert parts.
func ReplaySubject(hash, public, upload string) string {
	return strings.Join([]string{replaySubject + hash, cmp.Or(public, Nobody), upload}, ".")
}

const replaySubject = "dogfight.replay."

// PutReplay stores a replay, unless it is stored, and returns its name: its SHA-256 in hexadecimal digits.
func (c *Conn) PutReplay(ctx context.Context, replay []byte) (name string, err error) {
	if len(replay) == 0 || len(replay) > MaxReplay {
		return "", fmt.Errorf("a replay must have 1 to %d bytes, got %d", MaxReplay, len(replay))
	}
	sum := sha256.Sum256(replay)
	name = hex.EncodeToString(sum[:])
	if there, _, err := c.findReplay(ctx, name); err != nil || there != "" {
		return name, err
	}
	upload, n := fleet.NewID().String(), 0
	for piece := range slices.Chunk(replay, replayPiece) {
		id := fmt.Sprint(upload, "-", n) // a part with a lost acknowledgement is stored once
		m := &nats.Msg{Subject: c.put(ReplaySubject(name, c.public, upload)), Data: piece}
		if _, _, err := c.publish(ctx, m, jetstream.WithMsgID(id)); err != nil {
			return "", err
		}
		n++
	}
	return name, nil
}

// Replay returns a stored replay by its name, after checking its hash.
func (c *Conn) Replay(ctx context.Context, name string) (replay []byte, err error) {
	if sum, err := hex.DecodeString(name); err != nil || len(sum) != sha256.Size {
		return nil, fmt.Errorf("a replay's name must be the 64 hexadecimal digits of its SHA-256, got %.80q", name)
	}
	subject, size, err := c.findReplay(ctx, strings.ToLower(name))
	if err != nil {
		return nil, err
	}
	if subject == "" {
		return nil, ErrNoReplay
	}
	err = c.stored(ctx, Replays, subject, func(m *nats.Msg) {
		if len(replay) < size { // later parts are invalid
			replay = append(replay, m.Data...)
		}
	})
	return replay, err
}

// replaySum is the hash and size of an upload so far.
type replaySum struct {
	hash.Hash
	size int
}

// findReplay returns the subject and size of an upload with the hash of a replay, or "". Members may store invalid uploads under any number of subjects, so it
// reads all of them without holding them in memory.
func (c *Conn) findReplay(ctx context.Context, name string) (subject string, size int, err error) {
	sums := map[string]*replaySum{}
	err = c.stored(ctx, Replays, replaySubject+name+".>", func(m *nats.Msg) {
		of := m.Header.Get(headerSubject)
		sum := sums[of]
		if sum == nil {
			sum = &replaySum{Hash: sha256.New()}
			sums[of] = sum
		}
		sum.Write(m.Data)
		if sum.size += len(m.Data); subject == "" && hex.EncodeToString(sum.Sum(nil)) == name {
			subject, size = of, sum.size
		}
	})
	return subject, size, err
}
