package net

import "errors"

// requests is how other goroutines have Run do something.
type requests struct {
	asked  chan func()   // to be done by Run
	closed chan struct{} // by Run, when it does nothing more
}

func newRequests() requests {
	return requests{asked: make(chan func()), closed: make(chan struct{})}
}

var errClosed = errors.New("the host has closed the match")

// ask has Run do something, and returns when it is done. It must not be called
// before Run is, nor by it.
func (r *requests) ask(do func() error) error {
	answer := make(chan error, 1)
	select {
	case r.asked <- func() { answer <- do() }:
	case <-r.closed:
		return errClosed
	}
	select {
	case err := <-answer:
		return err
	case <-r.closed: // by the same goroutine: it has answered, or has panicked
	}
	select {
	case err := <-answer:
		return err
	default:
		return errClosed
	}
}
