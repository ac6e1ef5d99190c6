package records

import (
	"errors"
	"sync/atomic"

	"dogfight/game/career"
)

// Recorder stores matches on its own goroutine, so that callers never wait.
type Recorder struct {
	store   *Store
	matches chan *career.Match
	waiting atomic.Int32 // not stored yet
}

// room is the number of matches that may wait. A match takes far longer than storing it.
const room = 16

var errBusy = errors.New("records: too many matches wait to be saved")

// NewRecorder returns a Recorder for the store. Call Run.
func NewRecorder(s *Store) *Recorder {
	return &Recorder{store: s, matches: make(chan *career.Match, room)}
}

// Record queues a match, which must not change afterwards. It never blocks, and must not be called after Finish.
func (r *Recorder) Record(m *career.Match) error {
	r.waiting.Add(1)
	select {
	case r.matches <- m:
		return nil
	default:
		r.waiting.Add(-1)
		return errBusy
	}
}

// Waiting returns the number of matches that are not stored yet.
func (r *Recorder) Waiting() int { return int(r.waiting.Load()) }

// Finish ends the queue.
func (r *Recorder) Finish() { close(r.matches) }

// Run stores queued matches until Finish, then closes the store. It reports each match to done, with the news for its players.
func (r *Recorder) Run(done func(m *career.Match, news map[string]*career.News, err error)) {
	defer r.store.Close()
	for m := range r.matches {
		if m.Prove != nil {
			m.Prove(m)
		}
		news, err := r.store.Add(m)
		r.waiting.Add(-1)
		done(m, news, err)
	}
}
