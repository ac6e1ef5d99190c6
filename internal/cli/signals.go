package cli

import (
	"context"
	"os"
	"os/signal"
	"sync"
	"syscall"
)

// signals are the signals that end the program, except those that a command has taken. Nil has none.
type signals struct {
	mu    sync.Mutex
	taken map[os.Signal]chan struct{}
}

// watchSignals returns a context that ends at a signal, until stop is called. A signal that the parent ignores, as nohup does, stays
// ignored.
func watchSignals() (s *signals, ctx context.Context, stop func()) {
	s = &signals{taken: map[os.Signal]chan struct{}{}}
	ctx, end := context.WithCancel(context.Background())
	got, done := make(chan os.Signal, 4), make(chan struct{})
	for _, sig := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(sig) {
			signal.Notify(got, sig)
		}
	}
	go func() {
		for {
			select {
			case sig := <-got:
				if !s.pass(sig) {
					end()
				}
			case <-done:
				return
			}
		}
	}()
	return s, ctx, func() {
		signal.Stop(got)
		close(done)
		end()
	}
}

// pass sends a signal to the command that has taken it, and reports whether there is one.
func (s *signals) pass(sig os.Signal) bool {
	s.mu.Lock()
	to := s.taken[sig]
	s.mu.Unlock()
	select {
	case to <- struct{}{}:
	default:
	}
	return to != nil
}

// take sends a signal to came instead of ending the program, until release is called.
func (s *signals) take(sig os.Signal) (came <-chan struct{}, release func()) {
	to := make(chan struct{}, 2)
	if s == nil {
		return to, func() {}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.taken[sig] = to
	return to, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.taken, sig)
	}
}

// surviveReaders makes writes to standard output and error fail once their reader has ended, instead of ending the process: a host then
// loses log lines, and its match continues.
func surviveReaders() { signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) }
