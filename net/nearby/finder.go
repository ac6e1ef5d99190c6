package nearby

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"

	"dogfight/guard"
	"dogfight/net/lan"
	"dogfight/net/link"
	"dogfight/proto"
)

// Finder finds matches as long as somebody asks it for them.
type Finder struct {
	folder string // static after construction

	looking sync.WaitGroup

	mu      sync.Mutex
	places  places
	wanted  time.Time          // when the list was last asked for
	stop    context.CancelFunc // nil while nobody looks
	stopped bool
}

const (
	// patience is how long it looks on when nobody wants the list any more.
	patience = 3 * time.Second
	// beat is how often it looks whom to ask.
	beat = 50 * time.Millisecond
)

// New returns a Finder that begins to look when it is first asked. The folder is that
// of lan.Announcer. The caller should Close it.
func New(folder string) *Finder { return &Finder{folder: folder} }

// Matches returns those that are there now, and has the Finder go on looking for a
// few seconds. It returns at once. Safe from any goroutine.
func (f *Finder) Matches(now time.Time) []Match {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.wanted = now
	if f.stop == nil && !f.stopped {
		ctx, stop := context.WithCancel(context.Background())
		f.stop = stop
		f.places.near = lan.Near()
		f.looking.Go(func() {
			defer guard.Panics()
			f.look(ctx)
		})
	}
	return f.places.matches(now)
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

// look looks until ctx is done, or nobody wants the list any more.
func (f *Finder) look(ctx context.Context) {
	asker, err := link.NewAsker(f.heard)
	if err == nil {
		defer asker.Close()
		var listening sync.WaitGroup
		ctx, stop := context.WithCancel(ctx)
		listening.Go(func() {
			defer guard.Panics()
			lan.Look(ctx, f.folder, f.saw)
		})
		f.askAround(ctx, asker)
		stop()
		listening.Wait()
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.places = places{}
	f.stop()
	f.stop = nil // so that Matches begins anew
}

// askAround asks all places in turn, until ctx is done or nobody wants to know.
func (f *Finder) askAround(ctx context.Context, asker *link.Asker) {
	turn := time.NewTicker(beat)
	defer turn.Stop()
	for f.ask(asker, time.Now()) {
		select {
		case <-turn.C:
		case <-ctx.Done():
			return
		}
	}
}

// ask asks who is to be asked now, and reports whether somebody wants to know.
func (f *Finder) ask(asker *link.Asker, now time.Time) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, p := range f.places.due(now, rand.Uint64) {
		asker.Ask(p.at, (&proto.Query{Nonce: p.nonce}).Append(nil))
	}
	return now.Sub(f.wanted) < patience
}

// saw notes where a match is said to be.
func (f *Finder) saw(m lan.Match) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, at := range m.At {
		f.places.see(at, time.Now())
	}
}

// heard takes what somebody sent us. What is no answer to a query of ours is dropped.
func (f *Finder) heard(p []byte, at time.Time) {
	answer, err := proto.ParseAnswer(p)
	if err != nil {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.places.answered(answer, at)
}
