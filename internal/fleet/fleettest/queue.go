package fleettest

import "sync"

// queue holds the values that one watcher or subscriber has not taken yet.
type queue struct {
	most    int // values; 0 for no limit
	stopped chan struct{}
	stop    func()
	wake    chan struct{}

	mu      sync.Mutex
	waiting []any
}

func newQueue(most int) *queue {
	q := &queue{most: most, stopped: make(chan struct{}), wake: make(chan struct{}, 1)}
	q.stop = sync.OnceFunc(func() { close(q.stopped) })
	return q
}

func (q *queue) put(v any) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.most != 0 && len(q.waiting) >= q.most {
		return
	}
	q.waiting = append(q.waiting, v)
	select {
	case q.wake <- struct{}{}:
	default:
	}
}

// run calls take with each value until the queue is stopped.
func (q *queue) run(take func(any)) {
	for {
		select {
		case <-q.stopped:
			return
		case <-q.wake:
		}
		q.mu.Lock()
		all := q.waiting
		q.waiting = nil
		q.mu.Unlock()
		for _, v := range all {
			select {
			case <-q.stopped:
				return
			default:
				take(v)
			}
		}
	}
}
