package server

import (
	"slices"
	"sync"
	"time"

	"dogfight/net"
)

// tickFigures are what a room's ticks took. Safe from any goroutine.
type tickFigures struct {
	mu    sync.Mutex
	work  [5 * 60]time.Duration // of the last ticks
	ticks uint
}

func (t *tickFigures) add(m net.Measured) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.work[t.ticks%uint(len(t.work))] = m.Work
	t.ticks++
}

// figures returns the 99th percentile of ticks, and what all of a second took.
func (t *tickFigures) figures() (p99, second time.Duration) {
	t.mu.Lock()
	work := slices.Clone(t.work[:min(t.ticks, uint(len(t.work)))])
	t.mu.Unlock()
	if len(work) == 0 {
		return 0, 0
	}
	var sum time.Duration
	for _, w := range work {
		sum += w
	}
	slices.Sort(work)
	return work[len(work)*99/100], sum * 60 / time.Duration(len(work))
}
