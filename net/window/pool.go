package window

import (
	"errors"
	"math"
	"net/netip"
	"runtime/debug"
	"sync"
	"time"

	"dogfight/net/admission"
)

// Pool shares out the cells that windows are drawn on. A cell costs some 50 bytes, and time to draw. Every window has up to 80x24
// cells; more come from the pool. An address may have a part of it, and each window a part of the rest. A window with fewer cells
// than its terminal is drawn smaller.
type Pool struct {
	// Static after construction.
	limits admission.Limits
	memory memoryReleaser // safe for concurrent use
	turns  turns          // safe for concurrent use

	mu    sync.Mutex
	used  int // cells of the pool
	sites map[netip.Prefix]*viewers
}

// viewers counts the windows of an address, and their cells of the pool.
type viewers struct{ windows, used int }

// Window is a terminal that is drawn on.
type Window struct {
	pool    *Pool
	site    netip.Prefix
	local   bool
	viewers *viewers
	used    int // cells of the pool
	closed  bool
	turn    turn
}

const (
	minColumns, minRows = 80, 24

	// windowCells is the memory of a session besides its cells, in cells.
	windowCells = 10_000

	// cellsShare divides the pool's rest: a window gets one such part at most.
	cellsShare = 8

	// cellSize is the memory of a cell in bytes, twice, as freed memory is not returned at once. memoryShare divides the memory
	// limit of the program, GOMEMLIMIT: the pool gets one such part at most.
	cellSize    = 100
	memoryShare = 4
)

// ErrManySessions is the error of Open for an address with too many windows.
var ErrManySessions = errors.New("your address has as many sessions here as it may have")

// NewPool returns a pool, to be stopped when all of its windows are closed.
func NewPool(l admission.Limits) *Pool {
	l = Defaults(l, 0)
	if limit := debug.SetMemoryLimit(-1); limit < math.MaxInt64 {
		l.Cells = min(l.Cells, int(limit/memoryShare/cellSize))
	}
	return &Pool{limits: l, turns: newTurns(), sites: map[netip.Prefix]*viewers{}}
}

// Open opens a window for an address, if it may have another.
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

// fit resizes the window, and returns the part of it to draw on.
func (w *Window) fit(columns, rows int) (int, int) {
	w.pool.mu.Lock()
	defer w.pool.mu.Unlock()
	if w.closed {
		return columns, rows // it is not drawn any more
	}
	was := w.used
	w.use(-was)
	columns, rows = shrink(columns, rows, minColumns*minRows+w.available())
	w.use(max(columns*rows-minColumns*minRows, 0))
	w.pool.memory.add(was - w.used)
	return columns, rows
}

// available returns the number of cells of the pool that the window may have.
func (w *Window) available() int {
	left := w.pool.limits.Cells - w.pool.used
	most := left / cellsShare
	if !w.local {
		most = min(most, w.pool.limits.CellsPerAddress-w.viewers.used)
	}
	return max(most, 0)
}

func (w *Window) use(n int) {
	w.used += n
	w.viewers.used += n
	w.pool.used += n
}

// Close frees the window. It is called once.
func (w *Window) Close() {
	w.pool.turns.end(w) // after a panic
	w.pool.mu.Lock()
	defer w.pool.mu.Unlock()
	w.pool.memory.add(w.used + windowCells)
	w.closed = true
	w.use(-w.used)
	if w.viewers.windows--; w.viewers.windows == 0 {
		delete(w.pool.sites, w.site)
	}
}

// Stop stops the pool's timer.
func (p *Pool) Stop() { p.memory.stop() }

// shrink returns the size of a window with at most so many cells, in proportion unless it would be narrower or lower than 80x24.
func shrink(columns, rows, most int) (int, int) {
	if columns*rows <= most {
		return columns, rows
	}
	by := math.Sqrt(float64(most) / float64(columns*rows))
	c := max(int(float64(columns)*by), min(columns, minColumns))
	r := max(min(rows, most/c), min(rows, minRows))
	return min(c, most/r), r
}

// memoryReleaser returns the memory of closed windows to the system. The runtime would keep it as long as little garbage is
// collected.
type memoryReleaser struct {
	mu    sync.Mutex
	freed int // cells
	timer *time.Timer
}

const (
	// releaseEvery is the least time between releases, which take some milliseconds.
	releaseEvery = 10 * time.Second
	// minRelease is the number of free cells for a release: 10 MB.
	minRelease = 200_000
)

// add adds cells that are free.
func (r *memoryReleaser) add(cells int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.freed += max(cells, 0); r.freed >= minRelease && r.timer == nil {
		r.timer = time.AfterFunc(releaseEvery, r.release)
	}
}

func (r *memoryReleaser) release() {
	r.mu.Lock()
	r.freed, r.timer = 0, nil
	r.mu.Unlock()
	debug.FreeOSMemory()
}

// stop cancels a release.
func (r *memoryReleaser) stop() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.timer != nil {
		r.timer.Stop()
	}
}
