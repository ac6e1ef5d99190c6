package records

import (
	"errors"
	"sync/atomic"

	"dogfight/game/career"
)

// Recorder keeps matches as they come, so that whoever brings one need not wait.
type Recorder struct {
	store   *Store
	matches chan *Match
	waiting atomic.Int32 // to be kept
}

// room is how many matches may wait to be kept. A match takes longer than to keep
// it by far.
const room = 16

// ErrBusy is why a match is not kept when too many wait.
var errBusy = errors.New("records: too many matches wait to be kept")

// NewRecorder returns a Recorder that keeps matches in the store, as soon as it
// Runs.
func NewRecorder(s *Store) *Recorder {
	return &Recorder{store: s, matches: make(chan *Match, room)}
}

// Record has a match kept, which must not change any more. It never waits. It must
// not be called after Finish.
func (r *Recorder) Record(m *Match) error {
	r.waiting.Add(1)
	select {
	case r.matches <- m:
		return nil
	default:
		r.waiting.Add(-1)
		return errBusy
	}
}

// Waiting returns how many matches are not kept yet.
func (r *Recorder) Waiting() int { return int(r.waiting.Load()) }

// Finish says that no more matches come.
func (r *Recorder) Finish() { close(r.matches) }

// Run keeps what comes until Finish, closes the store and returns. It tells of
// every match whether it could be kept, and what the records say of it to each player.
func (r *Recorder) Run(told func(m *Match, news map[string]*career.News, err error)) {
	defer r.store.Close()
	for m := range r.matches {
		if m.Prove != nil {
			m.Prove(m)
		}
		news, err := r.store.Add(m)
		r.waiting.Add(-1)
		told(m, news, err)
	}
}
