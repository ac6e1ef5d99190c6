package sshd

import (
	"errors"
	"math"
	"net/netip"
	"runtime/debug"
	"sync"

	"dogfight/net/admission"
)

// windows share out the cells that may be drawn on. To draw a cell takes some 50 bytes, and
// time in proportion. Every window has 80x24 cells if it is that large; more come out of a
// pool, of which an address may have a part, and each window a part of what is left. A window
// that gets fewer cells than it has is drawn smaller.
type windows struct {
	// Static after construction.
	limits Limits
	memory memoryReleaser // has its own lock

	mu    sync.Mutex
	used  int // cells of the pool
	sites map[netip.Prefix]*viewers
}

// viewers are those at an address.
type viewers struct{ windows, used int }

// window is one of them, of which so many cells come out of the pool.
type window struct {
	windows *windows
	site    netip.Prefix
	local   bool
	viewers *viewers
	used    int
	closed  bool
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

var errManySessions = errors.New("your address has as many sessions here as it may have")

func newWindows(l Limits) *windows {
	if limit := debug.SetMemoryLimit(-1); limit < math.MaxInt64 {
		l.Cells = min(l.Cells, int(limit/memoryShare/cellSize))
	}
	return &windows{limits: l, sites: map[netip.Prefix]*viewers{}}
}

// open counts a window of an address, or returns why there is to be none.
func (s *windows) open(from netip.Addr) (*window, error) {
	w := &window{windows: s, site: admission.Site(from), local: s.limits.Local(from)}
	most := s.limits.PerAddress
	if w.local {
		most = s.limits.PerLocal
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	w.viewers = s.sites[w.site]
	if w.viewers == nil {
		w.viewers = &viewers{}
	}
	if w.viewers.windows >= most {
		return nil, errManySessions
	}
	w.viewers.windows++
	s.sites[w.site] = w.viewers
	return w, nil
}

// fit returns how much of a window of that size is drawn on from now on.
func (w *window) fit(columns, rows int) (int, int) {
	w.windows.mu.Lock()
	defer w.windows.mu.Unlock()
	if w.closed {
		return columns, rows // of which nothing is drawn any more
	}
	was := w.used
	w.take(-was)
	columns, rows = shrink(columns, rows, leastColumns*leastRows+w.available())
	w.take(max(columns*rows-leastColumns*leastRows, 0))
	w.windows.memory.freed(was - w.used)
	return columns, rows
}

// available returns how many cells of the pool the window may have.
func (w *window) available() int {
	left := w.windows.limits.Cells - w.windows.used
	most := left / cellsShare
	if !w.local {
		most = min(most, w.windows.limits.CellsPerAddress-w.viewers.used)
	}
	return max(most, 0)
}

func (w *window) take(n int) {
	w.used += n
	w.viewers.used += n
	w.windows.used += n
}

// close gives back what the window has. It is called once.
func (w *window) close() {
	w.windows.mu.Lock()
	defer w.windows.mu.Unlock()
	w.windows.memory.freed(w.used + windowCells)
	w.closed = true
	w.take(-w.used)
	if w.viewers.windows--; w.viewers.windows == 0 {
		delete(w.windows.sites, w.site)
	}
}

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
