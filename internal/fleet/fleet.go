package fleet

import (
	"context"
	"errors"
	"time"
)

// Kind says what the directory has an entry of.
type Kind string

// The kinds.
const (
	Hosts   Kind = "hosts"
	Matches Kind = "matches"
	Seats   Kind = "seats"
	Doors   Kind = "doors"
	Bans    Kind = "bans"
)

// Life returns how long an entry stays that nobody writes again; 0 for ever.
func (k Kind) Life() time.Duration {
	switch k {
	case Seats:
		return time.Hour
	case Bans:
		return 0
	}
	return 30 * time.Second
}

// ClaimLife is how long a door's claim of a seat stays that no host confirms: longer than the way there takes.
const ClaimLife = time.Minute

// Why a directory does not do what it was asked for.
var (
	ErrNone   = errors.New("the fleet's directory has no such entry")
	ErrStale  = errors.New("another has changed the entry of the fleet's directory")
	ErrNobody = errors.New("nobody in the fleet answers to that")
)

// Entry is a value of the directory, as bytes.
type Entry struct {
	Key      string
	Value    []byte
	Revision uint64 // never 0
}

// Change is an entry that is new or has another value or, without a value, is gone.
type Change struct {
	Entry
	Gone bool
}

// Directory holds what hosts and doors say of themselves. Its calls wait as long as their context lets them, and may be made from any
// goroutine.
type Directory interface {
	// Get returns an entry, or ErrNone.
	Get(ctx context.Context, kind Kind, key string) (Entry, error)
	// List returns all entries of a kind, by their keys, as they stood at some moment of the call.
	List(ctx context.Context, kind Kind) ([]Entry, error)
	// Put writes an entry, whatever stands there.
	Put(ctx context.Context, kind Kind, key string, value []byte) (revision uint64, err error)
	// Swap writes an entry over the revision old, or one that is not there if that is 0. Otherwise it returns ErrStale.
	Swap(ctx context.Context, kind Kind, key string, value []byte, old uint64) (revision uint64, err error)
	// SwapFor is Swap of an entry that goes after a life of its own, of whole seconds, unless it is written again before.
	SwapFor(ctx context.Context, kind Kind, key string, value []byte, old uint64, life time.Duration) (revision uint64, err error)
	// Remove takes an entry away if it has the revision, or whatever it has if that is 0. One that is not there is no error.
	Remove(ctx context.Context, kind Kind, key string, old uint64) error
	// Watch tells of all entries of a kind, then of every change, until stop is called or the directory is closed; each time from
	// the same goroutine. It begins anew by itself after the bus was lost.
	Watch(kind Kind, told func(Change)) (stop func(), err error)
}

// Bus carries bytes between those of the fleet. Its calls may be made from any goroutine.
type Bus interface {
	// Publish says something to whoever listens. It never waits; what cannot be sent now is dropped.
	Publish(subject string, b []byte)
	// Subscribe has what is published told, in order, from one goroutine. What comes faster than it is taken is dropped.
	Subscribe(subject string, told func(b []byte)) (stop func(), err error)
	// Ask asks whoever serves the subject, or returns ErrNobody.
	Ask(ctx context.Context, subject string, b []byte) ([]byte, error)
	// Serve answers what is asked, each from a goroutine of its own, of which only so many run at once. An answer of nil is none.
	Serve(subject string, answer func(b []byte) []byte) (stop func(), err error)
	// Keep puts something into the stream of a subject, once for each id, and returns when it is there.
	Keep(ctx context.Context, subject, id string, b []byte) error
	// Kept tells all that is in the stream of a subject now, in order.
	Kept(ctx context.Context, subject string, told func(b []byte)) error
}

// Fleet is the way to all others.
type Fleet interface {
	Directory
	Bus
	// Up reports whether the bus can be reached now.
	Up() bool
	Close()
}

// Subjects.
const (
	LogSubject    = "dogfight.log."    // and the id of a match
	LeaseSubject  = "dogfight.lease."  // and the id of a host
	AskSubject    = "dogfight.ask."    // and the id of a host
	ResultSubject = "dogfight.result." // and the id of a host
)

// Times of leases: see the package's comment.
const (
	LeaseTime   = 2 * time.Second
	ClaimAfter  = 2500 * time.Millisecond
	EntryTime   = 20 * time.Second
	OrphanAfter = 26 * time.Second
	// Announce is how often an entry is written though nothing has changed.
	Announce = 5 * time.Second
)
