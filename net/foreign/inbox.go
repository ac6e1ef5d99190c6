package foreign

import (
	"slices"
	"sync"
)

// inbox is the updates since the last Frame.
type inbox struct {
	mu      sync.Mutex
	updates []update
}

// maxUpdates is how many updates may wait. Then old snapshots give way to new ones, and of
// all else, which a well-behaved server sends less often, the newest is dropped.
const maxUpdates = 64

func (b *inbox) put(u update) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.updates) >= maxUpdates {
		old := slices.IndexFunc(b.updates, func(u update) bool { return u.kind == sighted })
		if old < 0 {
			return
		}
		b.updates = slices.Delete(b.updates, old, old+1)
	}
	b.updates = append(b.updates, u)
}

// take returns all, in the memory of to.
func (b *inbox) take(to []update) []update {
	b.mu.Lock()
	defer b.mu.Unlock()
	to = append(to[:0], b.updates...)
	clear(b.updates)
	b.updates = b.updates[:0]
	return to
}
