package foreign

import (
	"slices"
	"sync"
)

// inbox is what was told since Frame looked last.
type inbox struct {
	mu   sync.Mutex
	news []news
}

// room is how many news may wait. Then old sightings give way to new ones, and of all
// else, which no server in good order says so often, the newest is dropped.
const room = 64

func (b *inbox) put(n news) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.news) >= room {
		old := slices.IndexFunc(b.news, func(n news) bool { return n.kind == sighted })
		if old < 0 {
			return
		}
		b.news = slices.Delete(b.news, old, old+1)
	}
	b.news = append(b.news, n)
}

// take returns all, in the room of a slice that it was given.
func (b *inbox) take(to []news) []news {
	b.mu.Lock()
	defer b.mu.Unlock()
	to = append(to[:0], b.news...)
	clear(b.news)
	b.news = b.news[:0]
	return to
}
