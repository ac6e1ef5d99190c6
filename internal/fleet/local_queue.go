package fleet

import "sync"

// localQueue is what waits for one who listens.
type localQueue struct {
	most    int // 0: nothing is dropped
	stopped chan struct{}
	stop    func()
	wake    chan struct{}

	mu      sync.Mutex
	waiting []any
}

func newLocalQueue(most int) *localQueue {
	q := &localQueue{most: most, stopped: make(chan struct{}), wake: make(chan struct{}, 1)}
	q.stop = sync.OnceFunc(func() { close(q.stopped) })
	return q
}

func (q *localQueue) put(v any) {
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

// run takes what comes until the queue is stopped.
func (q *localQueue) run(take func(any)) {
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
