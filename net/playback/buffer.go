package playback

import (
	"sync"
	"sync/atomic"

	"dogfight/game"
	"dogfight/proto/replay"
	"dogfight/sys"
)

// MaxBuffer is the usual size of a Buffer: 40 minutes of 64 ships, three hours of eight.
const MaxBuffer = 1 << 20

// Buffer keeps a replay of the current match in memory, to show the last seconds before a death and the highlight of the match. It takes
// the pieces of a host or a client, and serves any number of screens. Of a long match the oldest part is dropped. Safe for concurrent use.
type Buffer struct {
	most int

	mu        sync.Mutex
	tail      replay.Tail // of the current match
	ended     bool
	ignored   bool // the current file is of results: the match before is kept
	match     int  // number of the match
	searched  int  // the last match that was searched for its highlight
	best      *replay.Highlight
	closed    atomic.Bool
	searching sync.WaitGroup
}

// NewBuffer returns a Buffer that keeps about so many bytes of a match; 0 for no limit.
func NewBuffer(most int) *Buffer { return &Buffer{most: most} }

// Take adds the next piece. It does not block.
func (r *Buffer) Take(p replay.Piece) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if p.First {
		if r.ignored = ofResults(p.Bytes); !r.ignored {
			r.tail, r.best = replay.Tail{}, nil
			r.match++
		}
	}
	if r.ignored || r.match == 0 {
		return
	}
	r.tail.Add(p.Bytes)
	r.ended = p.Ended
	if r.most > 0 {
		r.tail.Shorten(r.most)
	}
}

// ofResults reports whether a file begins after the end of a match: hosts record that time too, for a resume.
func ofResults(b []byte) bool {
	f, err := replay.Parse(b)
	if err != nil {
		return false
	}
	c, err := f.Play()
	return err == nil && c.World.Status == game.Closed
}

// File returns the replay from a tick on, or from a little before, as far as it is kept.
func (r *Buffer) File(from game.Tick) (*replay.File, error) {
	r.mu.Lock()
	tail := r.tail
	r.mu.Unlock() // first: parsing takes longer than Take may block
	return tail.File(from)
}

// Highlight returns the highlight of the ended match: nil until it is found, or if there is none. It starts the search and does not block.
func (r *Buffer) Highlight() *replay.Highlight {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ended && r.searched != r.match && !r.closed.Load() {
		r.searched = r.match
		match := r.match
		r.searching.Go(func() {
			defer sys.Restore()
			r.search(match)
		})
	}
	return r.best
}

// search finds the highlight of a match, unless another begins meanwhile.
func (r *Buffer) search(match int) {
	f, err := r.File(0)
	if err != nil {
		return
	}
	best := replay.BestHighlight(f, r.closed.Load)
	r.mu.Lock()
	defer r.mu.Unlock()
	if match == r.match {
		r.best = best
	}
}

// Close stops a search, and waits for its end.
func (r *Buffer) Close() {
	r.mu.Lock()
	r.closed.Store(true)
	r.mu.Unlock()
	r.searching.Wait()
}
