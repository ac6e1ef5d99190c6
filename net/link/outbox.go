package link

import (
	"fmt"
	"time"
)

// outbox holds what was sent until the writer takes it, all at once. It is
// guarded by its link's lock.
type outbox struct {
	control []byte // frames
	data    ring
	counts  Counts
}

const (
	// outboxData is how many data packets wait: those of a quarter of a second
	// at 30 Hz. When the network stalls for longer, they are out of date.
	outboxData = 8

	// maxWaiting is how many bytes of control packets may wait for a slow
	// reader: two of the largest.
	maxWaiting = 2 * (MaxControl + headerSize)

	// maxKept is the memory that a queue keeps after a burst.
	maxKept = 64 << 10
)

func newOutbox() outbox { return outbox{data: newRing(outboxData)} }

// count counts a packet of n bytes as sent, on whatever path.
func (out *outbox) count(ch Channel, n int) {
	out.counts.PacketsOut++
	out.counts.BytesOut += uint64(n)
	if ch == Data {
		out.counts.DataOut++
	}
}

// put copies p in, or tells why the link must end.
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

// slow says that a reader lets too much wait.
func slow(waiting int) error {
	return fmt.Errorf("it reads too slowly: at most %d bytes may wait for it, got %d", maxWaiting, waiting)
}

func (out *outbox) empty() bool { return len(out.control) == 0 && out.data.n == 0 }

// take appends all that waits to b, as frames, and forgets it. Control comes
// first: data that was sent after a control packet never overtakes it.
func (out *outbox) take(b []byte) []byte {
	b = append(b, out.control...)
	out.control = recycle(out.control)
	for l := out.data.oldest(); l != nil; l = out.data.oldest() {
		b = appendFrame(b, Data, l.bytes)
		out.data.pop()
	}
	return b
}

// recycle empties b, and lets its memory go when a burst made it large.
func recycle(b []byte) []byte {
	if cap(b) > maxKept {
		return nil
	}
	return b[:0]
}
