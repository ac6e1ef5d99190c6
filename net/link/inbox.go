package link

import (
	"bytes"
	"time"
)

// inbox holds what has arrived until it is received. It is guarded by its
// link's lock.
type inbox struct {
	data    ring
	control []queued
	weight  int    // of control
	number  uint64 // of the newest packet
	counts  Counts
}

// inboxData is a second of data packets at 60 Hz: more is of no use to a reader
// that has been away.
const inboxData = 64

// queuedWeight is added to the length of a control packet that waits, so that
// empty ones are not free.
const queuedWeight = 64

func newInbox() inbox { return inbox{data: newRing(inboxData)} }

// put copies p in.
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

// take copies the oldest packet of either channel into buf and removes it.
func (in *inbox) take(buf []byte) (Packet, bool) {
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
