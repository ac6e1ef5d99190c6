package lan

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"

	"dogfight/net/link"
	"dogfight/proto"
	"dogfight/sys"
)

// Finder finds matches while Matches is called.
type Finder struct {
	folder string // static after construction

	searching sync.WaitGroup

	mu         sync.Mutex
	candidates candidates
	wanted     time.Time          // last call of Matches
	stop       context.CancelFunc // nil while it does not search
	stopped    bool
}

const (
	// patience is how long the search continues after the last call of Matches.
	patience = 3 * time.Second
	// interval is the pause between checks for candidates to ask.
	interval = 50 * time.Millisecond
)

// NewFinder returns a Finder that begins with the first call of Matches. The folder is that of Announcer. The caller
// should Close it.
func NewFinder(folder string) *Finder { return &Finder{folder: folder} }

// Matches returns the current matches at once, and continues the search for a few seconds. It is safe for concurrent
// use.
func (f *Finder) Matches(now time.Time) []Match {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.wanted = now
	if f.stop == nil && !f.stopped {
		ctx, stop := context.WithCancel(context.Background())
		f.stop = stop
		f.candidates.near = ourNetworks()
		f.searching.Go(func() {
			defer sys.Restore()
			f.search(ctx)
		})
	}
	return f.candidates.matches(now)
}

// Close ends the search for ever, and waits for that; half a second at most.
func (f *Finder) Close() {
	f.mu.Lock()
	f.stopped = true
	if f.stop != nil {
		f.stop()
	}
	f.mu.Unlock()
	f.searching.Wait()
}

// search searches until ctx is done, or the list is not wanted any more.
func (f *Finder) search(ctx context.Context) {
	asker, err := link.NewQueryAsker(f.received)
	if err == nil {
		defer asker.Close()
		var listening sync.WaitGroup
		ctx, stop := context.WithCancel(ctx)
		listening.Go(func() {
			defer sys.Restore()
			browse(ctx, f.folder, f.announced)
		})
		f.askAll(ctx, asker)
		stop()
		listening.Wait()
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.candidates = candidates{}
	f.stop()
	f.stop = nil // so that Matches can begin again
}

// askAll asks all candidates in turn, until ctx is done or the list is not wanted any more.
func (f *Finder) askAll(ctx context.Context, asker *link.QueryAsker) {
	turn := time.NewTicker(interval)
	defer turn.Stop()
	for f.ask(asker, time.Now()) {
		select {
		case <-turn.C:
		case <-ctx.Done():
			return
		}
	}
}

// ask asks the candidates that are due, and reports whether the list is still wanted.
func (f *Finder) ask(asker *link.QueryAsker, now time.Time) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, p := range f.candidates.due(now, rand.Uint64) {
		asker.Ask(p.at, (&proto.Query{Nonce: p.nonce}).Append(nil))
	}
	return now.Sub(f.wanted) < patience
}

// announced handles an announced match.
func (f *Finder) announced(m instance) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, at := range m.At {
		f.candidates.see(at, time.Now())
		if url, known := m.Web(at.Addr()); known {
			f.candidates.seeWeb(at, url)
		}
	}
}

// received handles a datagram, if it answers a query of ours.
func (f *Finder) received(p []byte, at time.Time) {
	answer, err := proto.ParseAnswer(p)
	if err != nil {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.candidates.answered(answer, at)
}
