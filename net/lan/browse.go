package lan

import (
	"context"
	"sync"
	"time"

	"dogfight/sys"
)

const (
	// listening is how long answers to a question are waited for. It is also how long
	// Browse may go on after its context has ended.
	listening = 400 * time.Millisecond
	// rest is the longest pause until the next question. A second at first (RFC 6762,
	// section 5.2) would be long for a player who looks at an empty list.
	rest = 1600 * time.Millisecond
)

// Browse calls found with every match that is announced, one after the other and again
// and again, until ctx is done.
func browse(ctx context.Context, dir string, found func(Match)) {
	for pause := listening / 4; ; pause = min(2*pause, rest) {
		for _, m := range folder(dir).read(time.Now()) {
			found(m)
		}
		for _, m := range ask(ctx, networks()) {
			found(m)
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return
		}
	}
}

// ask asks on all networks at once, and returns the matches that are announced there.
func ask(ctx context.Context, on []network) (said []Match) {
	var mu sync.Mutex
	var asking sync.WaitGroup
	for _, n := range on {
		for _, v4 := range n.families() {
			asking.Go(func() {
				defer sys.Restore()
				matches := n.ask(ctx, v4)
				mu.Lock()
				defer mu.Unlock()
				said = append(said, matches...)
			})
		}
	}
	asking.Wait()
	return said
}
