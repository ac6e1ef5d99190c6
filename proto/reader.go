package proto

import (
	"fmt"
)

// reader takes a message of ours apart.
type reader struct{ ByteReader }

func newReader(of string, p []byte) reader {
	return reader{ByteReader{Message: of, Left: p}}
}

// datagram begins to read a message of the data channel.
func datagram(of string, p []byte) reader {
	r := newReader(of, p)
	if len(p) > MaxDatagram {
		r.Fail("length", fmt.Sprintf("at most %d bytes", MaxDatagram), len(p))
	}
	return r
}

// slot reads the number of a ship, or NoSlot.
func (r *reader) slot(field string) uint8 {
	slot := r.U8(field)
	if !validSlot(slot) {
		r.Fail(field, "below 64, or 255", slot)
	}
	return slot
}

// text reads a length in one byte and as many bytes of legible text.
func (r *reader) text(field string, longest int) string {
	n := r.Within(field, uint32(r.U8(field)), 0, uint32(longest))
	s := string(r.Take(field, int(n)))
	if bad, found := unfit(s); found {
		r.Fail(field, "legible text", fmt.Sprintf("%U", bad))
		return ""
	}
	return s
}
