package link

import "sync"

// queue holds datagrams until they are sent. Any goroutine may put; one takes.
type queue struct {
	mu       sync.Mutex
	moved    sync.Cond // a first datagram, or the end
	slots    []datagram
	first, n int
	free     [][]byte // what the datagrams are kept in, the last used on top
	closed   bool
}

// datagram is one to be sent, and where it goes.
type datagram struct {
	to      UDPAddr
	bytes   []byte
	traffic *traffic // in which it counts
}

// count notes what became of a datagram that was given to the system.
func (d datagram) count(err error) {
	if err != nil {
		d.traffic.Dropped.Add(1)
		return
	}
	d.traffic.Out.Add(onWire(len(d.bytes), d.to.Addr()))
}

// roomy is what memory for a datagram begins with: most need no more.
const udpRoomy = 128

func newQueue(size int) *queue {
	q := &queue{slots: make([]datagram, size)}
	q.moved.L = &q.mu
	return q
}

// put copies b in. When the queue is full, the oldest datagram gives way.
func (q *queue) put(b []byte, to UDPAddr, t *traffic) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return
	}
	if q.n == len(q.slots) {
		oldest := q.pop()
		oldest.traffic.Dropped.Add(1)
		q.free = append(q.free, oldest.bytes)
	}
	q.slots[(q.first+q.n)%len(q.slots)] = datagram{to, append(q.room(), b...), t}
	if q.n++; q.n == 1 {
		q.moved.Signal()
	}
}

// take waits for datagrams and moves as many as there are, and fit, into batch.
// It takes back the memory of those that batch held. After close it returns 0.
func (q *queue) take(batch []datagram) (n int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.recycle(batch)
	for q.n == 0 && !q.closed {
		q.moved.Wait()
	}
	if q.closed {
		return 0
	}
	n = min(q.n, len(batch))
	for i := range n {
		batch[i] = q.pop()
	}
	return n
}

func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.moved.Signal()
}

func (q *queue) pop() datagram {
	e := q.slots[q.first]
	q.slots[q.first] = datagram{}
	q.first = (q.first + 1) % len(q.slots)
	q.n--
	return e
}

func (q *queue) recycle(batch []datagram) {
	for i, e := range batch {
		if e.bytes != nil {
			q.free = append(q.free, e.bytes)
		}
		batch[i] = datagram{}
	}
}

// room returns memory for a datagram.
func (q *queue) room() []byte {
	n := len(q.free)
	if n == 0 {
		return make([]byte, 0, udpRoomy)
	}
	b := q.free[n-1]
	q.free = q.free[:n-1]
	return b[:0]
}
