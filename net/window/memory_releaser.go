package window

import (
	"runtime/debug"
	"sync"
	"time"
)

// memoryReleaser gives the memory of closed windows back to the system. By itself the program
// would keep it for the next ones, as long as so little is done that no garbage is collected.
type memoryReleaser struct {
	mu    sync.Mutex
	owed  int // cells
	timer *time.Timer
}

const (
	// releaseEvery is how often at most memory is given back, which takes some milliseconds.
	releaseEvery = 10 * time.Second
	// worthReleasing is how many cells must have been freed: 10 MB.
	worthReleasing = 200_000
)

// freed notes that so many cells are drawn on no more.
func (r *memoryReleaser) freed(cells int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.owed += max(cells, 0); r.owed >= worthReleasing && r.timer == nil {
		r.timer = time.AfterFunc(releaseEvery, r.release)
	}
}

func (r *memoryReleaser) release() {
	r.mu.Lock()
	r.owed, r.timer = 0, nil
	r.mu.Unlock()
	debug.FreeOSMemory()
}

// stop cancels a release that is due.
func (r *memoryReleaser) stop() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.timer != nil {
		r.timer.Stop()
	}
}
