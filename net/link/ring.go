package link

import "time"

// ring queues the newest len(slots) packets and reuses their memory, which grows
// where what passes through is longer than usual.
type ring struct {
	slots    []slot
	first, n int
}

// slot holds a packet, and beside it room that is enough for the bytes of most.
type slot struct {
	queued
	room [roomy]byte
}

// roomy is memory enough for a packet: most need no more.
const roomy = 128

// queued is a packet in a queue.
type queued struct {
	number uint64 // by order of arrival, over both channels
	at     time.Time
	bytes  []byte
}

func newRing(size int) ring {
	r := ring{slots: make([]slot, size)}
	for i := range r.slots {
		r.slots[i].bytes = r.slots[i].room[:0]
	}
	return r
}

// put copies p in as the newest, and reports whether the oldest gave way.
func (r *ring) put(p []byte, number uint64, at time.Time) (dropped bool) {
	if r.n == len(r.slots) {
		r.pop()
		dropped = true
	}
	l := &r.slots[(r.first+r.n)%len(r.slots)]
	l.number, l.at, l.bytes = number, at, append(l.bytes[:0], p...)
	r.n++
	return dropped
}

// oldest returns the packet that pop would remove, or nil. It is valid until the next put.
func (r *ring) oldest() *queued {
	if r.n == 0 {
		return nil
	}
	return &r.slots[r.first].queued
}

// pop removes the oldest packet. An empty ring begins at its first slot again, so
// that one that is emptied often needs the memory of few.
func (r *ring) pop() {
	r.first = (r.first + 1) % len(r.slots)
	if r.n--; r.n == 0 {
		r.first = 0
	}
}
