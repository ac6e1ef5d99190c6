package sshd

import (
	"runtime/debug"
	"sync"
	"time"
)

// giver gives memory back to the system that windows had which have been closed. By itself the
// program would keep it for the next ones, as long as so little is done that no garbage is
// collected.
type giver struct {
	mu    sync.Mutex
	owed  int // cells
	timer *time.Timer
}

const (
	// giveEvery is how often at most memory is given back, which takes some milliseconds.
	giveEvery = 10 * time.Second
	// worthGiving is how many cells must have been freed: 10 MB.
	worthGiving = 200_000
)

// freed notes that so many cells are drawn on no more.
func (g *giver) freed(cells int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.owed += max(cells, 0); g.owed >= worthGiving && g.timer == nil {
		g.timer = time.AfterFunc(giveEvery, g.give)
	}
}

func (g *giver) give() {
	g.mu.Lock()
	g.owed, g.timer = 0, nil
	g.mu.Unlock()
	debug.FreeOSMemory()
}

// stop has nothing be given back any more.
func (g *giver) stop() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.timer != nil {
		g.timer.Stop()
	}
}
