package sys

import (
	"errors"
	"time"
)

// Interrupt, if not nil, is closed when a signal ends the program. It is set before the first Await.
var Interrupt <-chan struct{}

// ErrInterrupted is the error of Await after Interrupt.
var ErrInterrupted = errors.New("interrupted")

// awaitGrace is how long Await waits after Interrupt: a call that is not blocked ends within it.
const awaitGrace = 150 * time.Millisecond

// Await returns the result of a call that may block and takes no context, or ErrInterrupted soon after Interrupt, while the call still runs.
func Await[T any](call func() (T, error)) (result T, err error) {
	type results struct {
		value T
		err   error
	}
	returned := make(chan results, 1)
	go func() {
		defer Restore()
		value, err := call()
		returned <- results{value, err}
	}()
	select {
	case r := <-returned:
		return r.value, r.err
	case <-Interrupt:
	}
	select {
	case r := <-returned:
		return r.value, r.err
	case <-time.After(awaitGrace):
		return result, ErrInterrupted
	}
}
