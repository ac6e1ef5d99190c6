package overnats

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"dogfight/internal/fleet"
)

// The streams.
const (
	Logs    = "DOGFIGHT_LOGS"    // pieces of the logs of matches, from which another host goes on
	Results = "DOGFIGHT_RESULTS" // each until the records have it
	Replays = "DOGFIGHT_REPLAYS" // in pieces, by hash: see replays.go
)

const (
	logAge = 2 * time.Hour // longer than a match

	// dedupeTime is how long a result is known by its id. The records know it for ever; this spares them.
	dedupeTime = 10 * time.Minute

	// markerTime is how long a bucket tells that an entry has expired: longer than a watch may be away for a new leader.
	markerTime = time.Minute

	// headers is what those of a message may take besides its value.
	headers = 256
)

// Ensure makes the streams and buckets that are not there, and leaves those that are, but for revisions: see raise. It may be called by many at once.
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
		{ // says nothing to who publishes, who might have it said somewhere else
			Name: Logs, NoAck: true, Subjects: []string{fleet.LogSubject + "*"}, Storage: jetstream.MemoryStorage,
			MaxAge: logAge, MaxBytes: 192 << 20, MaxMsgSize: fleet.MaxChunk + headers, Discard: jetstream.DiscardOld,
		},
		{ // refuses what is too much, so that hosts keep it
			Name: Results, Subjects: []string{fleet.ResultSubject + "*"}, Storage: jetstream.FileStorage, Retention: jetstream.WorkQueuePolicy,
			MaxBytes: 1 << 30, Discard: jetstream.DiscardNew, Duplicates: dedupeTime,
		},
		{ // refuses what is too much: nobody pushes out what others have put
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
	if errors.Is(err, jetstream.ErrBucketExists) { // another has made it meanwhile
		return nil
	}
	return err
}

// raise has the revisions of a bucket begin at the time, in microseconds. What is in memory would begin with 1 whenever a hub begins
// anew, and one who has seen revision 1 of an earlier life would write over another's. What was written before the raise is
// dropped: it is said again.
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

// raised is less than any time in microseconds, and more than any revision that begins with 1.
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
