package cli

import (
	"context"
	"os"
	"os/signal"
	"sync"
	"syscall"
)

// signals are those that end the program, but for what a command takes for itself meanwhile. Nil has none.
type signals struct {
	got chan os.Signal

	mu    sync.Mutex
	taken map[os.Signal]func()
}

// hearSignals returns a context that one of them ends. They are heard until stop is called. One that the parent has the program ignore stays
// ignored, as nohup needs it.
func hearSignals() (s *signals, ctx context.Context, stop func()) {
	s = &signals{got: make(chan os.Signal, 4), taken: map[os.Signal]func(){}}
	ctx, end := context.WithCancel(context.Background())
	for _, sig := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(sig) {
			signal.Notify(s.got, sig)
		}
	}
	done := make(chan struct{})
	go func() {
		for {
			select {
			case sig := <-s.got:
				s.handle(sig, end)
			case <-done:
				return
			}
		}
	}()
	return s, ctx, func() {
		signal.Stop(s.got)
		close(done)
		end()
	}
}

func (s *signals) handle(sig os.Signal, otherwise func()) {
	s.mu.Lock()
	do := s.taken[sig]
	s.mu.Unlock()
	if do == nil {
		do = otherwise
	}
	do()
}

// take has something be done at a signal instead of ending the program, until release is called. It must not wait for anything that takes
// long: other signals wait for it.
func (s *signals) take(sig os.Signal, do func()) (release func()) {
	if s == nil {
		return func() {}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.taken[sig] = do
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.taken, sig)
	}
}

// outliveReaders makes a write to standard output or error fail when its reader has ended, instead of ending the process. A server loses log
// lines then, and its match goes on.
func outliveReaders() { signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) }
