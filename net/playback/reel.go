// Package reel keeps the film of the match that is played in memory, for those who want to see some of it again at once: the
// last seconds before a death, and the play of the match.
//
// A Reel takes net.Footage of a host or a client, and serves any number of screens. What it keeps is bounded: of a match that is
// longer the oldest part is dropped.
package playback

import (
	"sync"
	"sync/atomic"

	"dogfight/game"
	"dogfight/net"
	"dogfight/proto/replay"
	"dogfight/sys"
)

// Most is how many bytes of a match are usually kept: 40 minutes of 64 ships, three hours of eight.
const MaxReel = 1 << 20

// Reel is a film in memory. Its methods may be called from any goroutine.
type Reel struct {
	mu      sync.Mutex
	tail    replay.Tail
	ended   bool
	aside   bool // what is filmed now is of results: the match before stays
	match   int  // counts them
	looked  int  // the last match of which the play was asked for
	best    *replay.Highlight
	closed  atomic.Bool
	looking sync.WaitGroup
}

// New returns a Reel that keeps so many bytes of a match.
func NewReel(most int) *Reel { return &Reel{tail: replay.Tail{Most: most}} }

// Take takes what follows. It is for net.Film.Record, and does not wait for anything.
func (r *Reel) Take(f net.Footage) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if f.First {
		if r.aside = ofResults(f.Bytes); !r.aside {
			r.tail.Begin()
			r.match++
			r.best = nil
		}
	}
	if r.aside {
		return
	}
	r.ended = r.tail.Take(f.Bytes) == nil && f.Ended
}

// ofResults reports whether a file begins after the end of a match: hosts film that too, to come back from.
func ofResults(b []byte) bool {
	f, err := replay.Parse(b)
	if err != nil {
		return false
	}
	c, err := f.Play()
	return err == nil && c.World.Status == game.Closed
}

// Beside returns what takes footage for the Reel, and then hands it on to next, which may be nil.
func (r *Reel) Beside(next func(net.Footage)) func(net.Footage) {
	if next == nil {
		return r.Take
	}
	return func(f net.Footage) {
		r.Take(f)
		next(f)
	}
}

// File returns the film from a tick on, or a little before, as far as it is kept.
func (r *Reel) File(from game.Tick) (*replay.File, error) {
	r.mu.Lock()
	b, err := r.tail.Bytes(from)
	r.mu.Unlock() // for to read it takes longer than those may wait who film
	if err != nil {
		return nil, err
	}
	return replay.Parse(b)
}

// Best returns the play of the match that has ended: nil until it was found, and if there is none. It does not wait for that.
func (r *Reel) Best() *replay.Highlight {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ended && r.looked != r.match && !r.closed.Load() {
		r.looked = r.match
		match := r.match
		r.looking.Go(func() {
			defer sys.Restore()
			r.look(match)
		})
	}
	return r.best
}

// look looks for the play of a match, of which nobody hears if another has begun meanwhile.
func (r *Reel) look(match int) {
	f, err := r.File(0)
	if err != nil {
		return
	}
	best := replay.BestHighlights(f, r.closed.Load)
	r.mu.Lock()
	defer r.mu.Unlock()
	if match == r.match {
		r.best = best
	}
}

// Close ends what is under way, and waits for that.
func (r *Reel) Close() {
	r.mu.Lock()
	r.closed.Store(true)
	r.mu.Unlock()
	r.looking.Wait()
}
