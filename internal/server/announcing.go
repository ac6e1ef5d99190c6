package server

import (
	"context"
	"sync"

	"dogfight/net/lan"
	"dogfight/sys"
)

// announcing lets the match be found on this network and on this machine. Its methods may be called from any goroutine, and do
// not wait.
type announcing struct {
	running sync.WaitGroup

	mu     sync.Mutex
	what   lan.Announcer // zero where nobody can come
	hidden bool          // it is not to be found
	paused bool          // nobody is to come now
	cancel context.CancelFunc
	ended  chan struct{} // closed when what was announced last is withdrawn; nil before
}

// begin announces the match, unless it is hidden.
func (a *announcing) begin(what lan.Announcer, hidden bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.what, a.hidden = what, hidden
	a.renew()
}

// as announces the match by another title or, if it is hidden, not any more.
func (a *announcing) as(title string, hidden bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.what.Title, a.hidden = title, hidden
	a.renew()
}

// pause has the match not be found while nobody is to come.
func (a *announcing) pause(on bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.paused = on
	a.renew()
}

// end withdraws what is announced, for good.
func (a *announcing) end() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.what = lan.Announcer{}
	a.renew()
}

// renew announces the match as it is now, once what was announced before is withdrawn.
func (a *announcing) renew() {
	if a.cancel != nil {
		a.cancel()
		a.cancel = nil
	}
	if a.hidden || a.paused || !a.what.Listen.IsValid() {
		return
	}
	before, ended, what := a.ended, make(chan struct{}), a.what
	ctx, cancel := context.WithCancel(context.Background())
	a.cancel, a.ended = cancel, ended
	a.running.Go(func() {
		defer sys.Restore()
		defer close(ended)
		if before != nil {
			<-before
		}
		what.Run(ctx)
	})
}
