package hub

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"

	"dogfight/internal/fleet/outbox"
	"dogfight/internal/records"
)

// errUnknown is why a result is put off whose key is of no host: this hub may not have read its keys again yet, or they are wrong.
var errUnknown = errors.New("its key is of no host of this fleet")

// take keeps the result in a message, or has it come again. Its host has it no more: only what can never become good is refused. It
// returns false if the database takes nothing.
func (r *Records) take(m jetstream.Msg) bool {
	result, err := outbox.Parse(m.Data())
	if err == nil {
		err = r.verify(result)
	}
	if r.mayWait(m, errors.Is(err, errUnknown)) {
		r.putOff(m, result, err)
		return true
	}
	if err != nil {
		r.refuse(m, err)
		return true
	}
	fresh, err := r.keep(result)
	if records.BreaksRule(err) {
		r.refuse(m, err)
		return true
	}
	if err != nil {
		r.failed.Store(time.Now().UnixNano())
		r.putOff(m, result, err)
		return false
	}
	r.acknowledge(m, result, fresh)
	return true
}

// acknowledge has a message not come again whose result is kept.
func (r *Records) acknowledge(m jetstream.Msg, result *outbox.Result, fresh bool) {
	if err := m.Ack(); err != nil {
		r.log.Debug("a result comes again", "result", result.ID, "err", err)
	}
	if !fresh {
		r.again.Add(1)
		return
	}
	r.kept.Add(1)
	r.log.Info("match recorded", "result", result.ID, "host", result.Host, "arena", result.Match.Arena, "finished", result.Match.Finished)
}

// keep saves a result and the links that its players' certificates prove. The keys that its host calls linked are ignored.
func (r *Records) keep(result *outbox.Result) (fresh bool, err error) {
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

// verify says why a result is nobody's.
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

// refuse has a message not come again.
func (r *Records) refuse(m jetstream.Msg, why error) {
	r.refused.Add(1)
	r.outside.Log(slog.LevelWarn, "a result is refused", "subject", m.Subject(), "why", why, "refused", r.refused.Load())
	m.TermWithReason("refused")
}

// putOff has a message come again, later each time.
func (r *Records) putOff(m jetstream.Msg, result *outbox.Result, why error) {
	r.waited.Add(1)
	r.waits.Log(slog.LevelError, "a result waits", "result", result.ID, "why", why)
	m.NakWithDelay(r.delay(m))
}

// delay is how long a message is put off: twice as long each time, up to a bound.
func (r *Records) delay(m jetstream.Msg) time.Duration {
	about, err := m.Metadata()
	if err != nil || about.NumDelivered == 0 {
		return r.rest
	}
	return min(r.rest<<min(about.NumDelivered-1, 16), r.longest)
}

// mayWait reports whether a result waits for its key to be listed. Those of unknown keys have a small share of the stream, so that they
// leave room for all others; one more is refused. The other results are not counted any more.
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
	// Another hub may have taken or refused what this one has put off.
	maps.DeleteFunc(r.unknown, func(_ uint64, since time.Time) bool { return time.Since(since) > r.patience })
	if len(r.unknown) >= mostUnknown {
		return false
	}
	r.unknown[number] = time.Now()
	return true
}

// unknownTooLong reports whether a result by an unknown key could have been kept for so long that nobody will list its key. Neither
// the time before this hub began counts, nor that in which the database took nothing.
func (r *Records) unknownTooLong(about *jetstream.MsgMetadata) bool {
	now := time.Now()
	return now.Sub(about.Timestamp) > r.patience && now.Sub(time.Unix(0, r.failed.Load())) > r.patience
}
