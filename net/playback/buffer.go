package playback

import (
	"sync"
	"sync/atomic"

	"dogfight/game"
	"dogfight/net"
	"dogfight/proto/replay"
	"dogfight/sys"
)

// MaxBuffer is the usual size of a Buffer: 40 minutes of 64 ships, three hours of eight.
const MaxBuffer = 1 << 20

// Buffer keeps a replay of the current match in memory, to show the last seconds before a death and the highlight of the match. It takes
// the chunks of a host or a client, and serves any number of screens. Of a long match the oldest part is dropped. Safe for concurrent use.
type Buffer struct {
	mu        sync.Mutex
	tail      replay.Tail
	ended     bool
	ignored   bool // the current file is of results: the match before is kept
	match     int  // number of the match
	searched  int  // the last match that was searched for its highlight
	best      *replay.Highlight
	closed    atomic.Bool
	searching sync.WaitGroup
}

// NewBuffer returns a Buffer that keeps at most so many bytes of a match.
func NewBuffer(most int) *Buffer { return &Buffer{tail: replay.Tail{Most: most}} }

// Take adds the next chunk. It can be used as net.Recording.Record, and does not block.
func (r *Buffer) Take(f net.Chunk) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if f.First {
		if r.ignored = ofResults(f.Bytes); !r.ignored {
			r.tail.Reset()
			r.match++
			r.best = nil
		}
	}
	if !r.ignored {
		r.ended = r.tail.Append(f.Bytes) == nil && f.Ended
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

// Tee returns a function that passes chunks to the Buffer and then to next, which may be nil.
func (r *Buffer) Tee(next func(net.Chunk)) func(net.Chunk) {
	if next == nil {
		return r.Take
	}
	return func(f net.Chunk) {
		r.Take(f)
		next(f)
	}
}

// File returns the replay from a tick on, or from a little before, as far as it is kept.
func (r *Buffer) File(from game.Tick) (*replay.File, error) {
	r.mu.Lock()
	b, err := r.tail.Bytes(from)
	r.mu.Unlock() // first: parsing takes longer than Take may block
	if err != nil {
		return nil, err
	}
	return replay.Parse(b)
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
