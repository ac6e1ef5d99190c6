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

// Finder finds matches as long as it is asked for them.
type Finder struct {
	folder string // static after construction

	looking sync.WaitGroup

	mu         sync.Mutex
	candidates candidates
	wanted     time.Time          // when the list was last asked for
	stop       context.CancelFunc // nil while it does not look
	stopped    bool
}

const (
	// patience is how long it goes on looking after the list was last asked for.
	patience = 3 * time.Second
	// interval is how often it checks which candidates to ask.
	interval = 50 * time.Millisecond
)

// New returns a Finder that begins to look when it is first asked. The folder is that
// of lan.Announcer. The caller should Close it.
func NewFinder(folder string) *Finder { return &Finder{folder: folder} }

// Matches returns those that are there now, and has the Finder go on looking for a
// few seconds. It returns at once. Safe from any goroutine.
func (f *Finder) Matches(now time.Time) []FoundMatch {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.wanted = now
	if f.stop == nil && !f.stopped {
		ctx, stop := context.WithCancel(context.Background())
		f.stop = stop
		f.candidates.near = Near()
		f.looking.Go(func() {
			defer sys.Restore()
			f.look(ctx)
		})
	}
	return f.candidates.matches(now)
}

// Close ends looking, for good, and waits for that; half a second at most.
func (f *Finder) Close() {
	f.mu.Lock()
	f.stopped = true
	if f.stop != nil {
		f.stop()
	}
	f.mu.Unlock()
	f.looking.Wait()
}

// look looks until ctx is done, or the list is not wanted any more.
func (f *Finder) look(ctx context.Context) {
	asker, err := link.NewQueryAsker(f.heard)
	if err == nil {
		defer asker.Close()
		var listening sync.WaitGroup
		ctx, stop := context.WithCancel(ctx)
		listening.Go(func() {
			defer sys.Restore()
			browse(ctx, f.folder, f.saw)
		})
		f.askAll(ctx, asker)
		stop()
		listening.Wait()
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.candidates = candidates{}
	f.stop()
	f.stop = nil // so that Matches begins anew
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

// saw notes the addresses at which a match is announced.
func (f *Finder) saw(m Match) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, at := range m.At {
		f.candidates.see(at, time.Now())
		if url, known := m.Web(at.Addr()); known {
			f.candidates.seeWeb(at, url)
		}
	}
}

// heard takes a datagram. What is no answer to a query of ours is dropped.
func (f *Finder) heard(p []byte, at time.Time) {
	answer, err := proto.ParseAnswer(p)
	if err != nil {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.candidates.answered(answer, at)
}
