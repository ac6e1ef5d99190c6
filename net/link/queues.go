package link

import (
	"bytes"
	"fmt"
	"time"
)

// inbox holds received packets. The link's lock guards it.
type inbox struct {
	data    ring
	control []queued
	weight  int    // of control
	number  uint64 // of the newest packet
	counts  Counts
}

// inboxData is a second of data packets at 60 Hz: a reader that is further behind needs no more.
const inboxData = 64

// queuedWeight is added to the length of a waiting control packet, so that empty ones are not free.
const queuedWeight = 64

func newInbox() inbox { return inbox{data: newRing(inboxData)} }

// put stores a copy of p.
func (in *inbox) put(ch Channel, p []byte, at time.Time) {
	in.number++
	in.counts.PacketsIn++
	in.counts.BytesIn += uint64(len(p))
	if ch == Control {
		in.control = append(in.control, queued{in.number, at, bytes.Clone(p)})
		in.weight += len(p) + queuedWeight
		return
	}
	in.counts.DataIn++
	if in.data.put(p, in.number, at) {
		in.counts.Dropped++
	}
}

// next copies the oldest packet of either channel into buf and removes it.
func (in *inbox) next(buf []byte) (Packet, bool) {
	data := in.data.oldest()
	if len(in.control) > 0 && (data == nil || in.control[0].number < data.number) {
		l := in.control[0]
		in.control[0] = queued{}
		in.control = in.control[1:]
		in.weight -= len(l.bytes) + queuedWeight
		return Packet{Control, l.at, append(buf[:0], l.bytes...)}, true
	}
	if data == nil {
		return Packet{}, false
	}
	in.data.pop()
	return Packet{Data, data.at, append(buf[:0], data.bytes...)}, true
}

// outbox holds sent packets until the writer takes all of them. The link's lock guards it.
type outbox struct {
	control []byte // frames
	data    ring
	counts  Counts
}

const (
	// outboxData is a quarter of a second of data packets at 30 Hz. When the network stalls for longer, they are out of
	// date.
	outboxData = 8

	// maxWaiting bounds the waiting bytes of control packets: two of the largest.
	maxWaiting = 2 * (MaxControl + headerSize)

	// maxKept is the memory that a queue retains after a burst.
	maxKept = 64 << 10
)

// count counts a sent packet of n bytes, on any path.
func (out *outbox) count(ch Channel, n int) {
	out.counts.PacketsOut++
	out.counts.BytesOut += uint64(n)
	if ch == Data {
		out.counts.DataOut++
	}
}

// put stores a copy of p. An error ends the link.
func (out *outbox) put(ch Channel, p []byte) error {
	if ch == Data {
		if out.data.put(p, 0, time.Time{}) {
			out.counts.Dropped++
		}
		return nil
	}
	out.control = appendFrame(out.control, ch, p)
	if waiting := len(out.control); waiting > maxWaiting {
		return slow(waiting)
	}
	return nil
}

func slow(waiting int) error {
	return fmt.Errorf("it reads too slowly: at most %d bytes may wait for it, got %d", maxWaiting, waiting)
}

func (out *outbox) empty() bool { return len(out.control) == 0 && out.data.n == 0 }

// drain appends all waiting packets to b, as frames, and removes them. Control comes first: data never overtakes an
// earlier control packet.
func (out *outbox) drain(b []byte) []byte {
	b = append(b, out.control...)
	out.control = recycle(out.control)
	for l := out.data.oldest(); l != nil; l = out.data.oldest() {
		b = appendFrame(b, Data, l.bytes)
		out.data.pop()
	}
	return b
}

// recycle empties b, or drops its memory if a burst made it large.
func recycle(b []byte) []byte {
	if cap(b) > maxKept {
		return nil
	}
	return b[:0]
}

// ring queues the newest len(slots) packets and reuses their memory, which grows for longer packets.
type ring struct {
	slots    []slot
	first, n int
}

// slot has a packet, and room for the bytes of most.
type slot struct {
	queued
	room [roomy]byte
}

// roomy is memory enough for most packets.
const roomy = 128

// queued is a packet in a queue.
type queued struct {
	number uint64 // in the order of arrival, over both channels
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

// put stores a copy of p, and reports whether it dropped the oldest.
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

// pop removes the oldest packet. An empty ring begins at its first slot again, so one that is emptied often needs
// little memory.
func (r *ring) pop() {
	r.first = (r.first + 1) % len(r.slots)
	if r.n--; r.n == 0 {
		r.first = 0
	}
}
