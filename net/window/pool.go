package window

import (
	"errors"
	"math"
	"net/netip"
	"runtime/debug"
	"sync"

	"dogfight/net/admission"
)

// Pool shares out the cells that may be drawn on. To draw a cell takes some 50 bytes, and
// time in proportion. Every window has 80x24 cells if it is that large; more come out of a
// pool, of which an address may have a part, and each window a part of what is left. A window
// that gets fewer cells than it has is drawn smaller.
type Pool struct {
	// Static after construction.
	limits Limits
	memory memoryReleaser // has its own lock
	turns  turns          // likewise

	mu    sync.Mutex
	used  int // cells of the pool
	sites map[netip.Prefix]*viewers
}

// viewers are those at an address.
type viewers struct{ windows, used int }

// Window is one of them, of which so many cells come out of the pool.
type Window struct {
	pool    *Pool
	site    netip.Prefix
	local   bool
	viewers *viewers
	used    int
	closed  bool
	turn    turn
}

const (
	leastColumns, leastRows = 80, 24

	// windowCells is what a session takes besides the cells of the pool, in cells.
	windowCells = 10_000

	// cellsShare is the largest part of the pool's rest that a window gets.
	cellsShare = 8

	// cellSize is what a cell takes in bytes, twice since not all that is no longer needed is
	// given back at once, and memoryShare the part of the program's memory that the pool may
	// have, if that is limited by GOMEMLIMIT.
	cellSize    = 100
	memoryShare = 4
)

// ErrManySessions is told to those who come too often.
var ErrManySessions = errors.New("your address has as many sessions here as it may have")

// NewPool returns one to be stopped when all of its windows are closed.
func NewPool(l Limits) *Pool {
	l = l.orDefaults()
	if limit := debug.SetMemoryLimit(-1); limit < math.MaxInt64 {
		l.Cells = min(l.Cells, int(limit/memoryShare/cellSize))
	}
	return &Pool{limits: l, turns: newTurns(), sites: map[netip.Prefix]*viewers{}}
}

// Open counts a window of an address, or returns why there is to be none.
func (p *Pool) Open(from netip.Addr) (*Window, error) {
	w := &Window{pool: p, site: admission.Site(from), local: p.limits.Local(from), turn: turn{next: make(chan struct{}, 1)}}
	most := p.limits.PerAddress
	if w.local {
		most = p.limits.PerLocal
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	w.viewers = p.sites[w.site]
	if w.viewers == nil {
		w.viewers = &viewers{}
	}
	if w.viewers.windows >= most {
		return nil, ErrManySessions
	}
	w.viewers.windows++
	p.sites[w.site] = w.viewers
	return w, nil
}

// fit returns how much of a window of that size is drawn on from now on.
func (w *Window) fit(columns, rows int) (int, int) {
	w.pool.mu.Lock()
	defer w.pool.mu.Unlock()
	if w.closed {
		return columns, rows // of which nothing is drawn any more
	}
	was := w.used
	w.take(-was)
	columns, rows = shrink(columns, rows, leastColumns*leastRows+w.available())
	w.take(max(columns*rows-leastColumns*leastRows, 0))
	w.pool.memory.freed(was - w.used)
	return columns, rows
}

// available returns how many cells of the pool the window may have.
func (w *Window) available() int {
	left := w.pool.limits.Cells - w.pool.used
	most := left / cellsShare
	if !w.local {
		most = min(most, w.pool.limits.CellsPerAddress-w.viewers.used)
	}
	return max(most, 0)
}

func (w *Window) take(n int) {
	w.used += n
	w.viewers.used += n
	w.pool.used += n
}

// Close gives back what the window has. It is called once.
func (w *Window) Close() {
	w.pool.turns.end(w) // if a panic has ended it
	w.pool.mu.Lock()
	defer w.pool.mu.Unlock()
	w.pool.memory.freed(w.used + windowCells)
	w.closed = true
	w.take(-w.used)
	if w.viewers.windows--; w.viewers.windows == 0 {
		delete(w.pool.sites, w.site)
	}
}

// Stop ends what the pool would still do.
func (p *Pool) Stop() { p.memory.stop() }

// shrink returns the size of a window that has at most so many cells, in the same proportion as
// far as it does not become narrower or lower than 80x24.
func shrink(columns, rows, most int) (int, int) {
	if columns*rows <= most {
		return columns, rows
	}
	by := math.Sqrt(float64(most) / float64(columns*rows))
	c := max(int(float64(columns)*by), min(columns, leastColumns))
	r := max(min(rows, most/c), min(rows, leastRows))
	return min(c, most/r), r
}
