package door

import (
	"sync"
	"time"
)

// answer is to a question that strangers may ask as often as they like: of a large fleet it takes milliseconds to find. Safe from any
// goroutine.
type answer[T any] struct {
	find func() T // static after construction

	mu    sync.Mutex
	at    time.Time // when it was found; zero before
	found T
}

// answerAge is how old an answer may be. Hosts say what they play once a second.
const answerAge = 250 * time.Millisecond

// get returns the answer, which nobody may change.
func (a *answer[T]) get(now time.Time) T {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.at.IsZero() || now.Sub(a.at) >= answerAge {
		a.found, a.at = a.find(), now
	}
	return a.found
}
