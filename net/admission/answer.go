package admission

import (
	"sync"
	"time"
)

// Answer caches the answer to a question that strangers may ask as often as they like. It is safe for concurrent use.
type Answer[T any] struct {
	// Static after construction.
	Life time.Duration // of an answer
	Find func() (T, error)

	mu    sync.Mutex
	at    time.Time // of the answer; zero before
	found T
	err   error
}

// Get returns the answer, which the caller must not change.
func (a *Answer[T]) Get() (T, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if now := time.Now(); a.at.IsZero() || now.Sub(a.at) >= a.Life {
		a.found, a.err = a.Find()
		a.at = now
	}
	return a.found, a.err
}
