package proto

import (
	"encoding/binary"
	"fmt"
)

// reader takes a message apart. After the first error it yields only zeros, so
// that a parse can be read as a list and its error looked at once, at the end.
type reader struct {
	left []byte
	of   string // the message's name
	err  error  // *SyntaxError or *VersionError
}

// datagram begins to read a message of the data channel.
func datagram(of string, p []byte) reader {
	r := reader{left: p, of: of}
	if len(p) > MaxDatagram {
		r.fail("length", fmt.Sprintf("at most %d bytes", MaxDatagram), len(p))
	}
	return r
}

// end returns the error, which bytes left over are too.
func (r *reader) end() error {
	if r.err == nil && len(r.left) > 0 {
		r.fail("end", "no more bytes", len(r.left))
	}
	return r.err
}

func (r *reader) fail(field, expected string, came any) {
	if r.err == nil {
		r.err = &SyntaxError{Message: r.of, Field: field, Expected: expected, Came: fmt.Sprint(came)}
		r.left = nil
	}
}

// take returns the next n bytes, or nil.
func (r *reader) take(field string, n int) []byte {
	if n > len(r.left) {
		r.fail(field, fmt.Sprintf("%d bytes", n), len(r.left))
		return nil
	}
	p := r.left[:n]
	r.left = r.left[n:]
	return p
}

// rest returns all bytes that are left.
func (r *reader) rest() []byte { return r.take("rest", len(r.left)) }

func (r *reader) u8(field string) uint8 {
	if p := r.take(field, 1); p != nil {
		return p[0]
	}
	return 0
}

func (r *reader) u16(field string) uint16 {
	if p := r.take(field, 2); p != nil {
		return binary.BigEndian.Uint16(p)
	}
	return 0
}

func (r *reader) u32(field string) uint32 {
	if p := r.take(field, 4); p != nil {
		return binary.BigEndian.Uint32(p)
	}
	return 0
}

func (r *reader) u64(field string) uint64 {
	if p := r.take(field, 8); p != nil {
		return binary.BigEndian.Uint64(p)
	}
	return 0
}

// flag reads a byte that is 0 or 1.
func (r *reader) flag(field string) bool { return r.upTo(field, 1) == 1 }

// upTo reads a byte that is at most last.
func (r *reader) upTo(field string, last uint8) uint8 {
	return uint8(r.within(field, uint32(r.u8(field)), 0, uint32(last)))
}

// slot reads the number of a ship, or NoSlot.
func (r *reader) slot(field string) uint8 {
	slot := r.u8(field)
	if !validSlot(slot) {
		r.fail(field, "a slot below 64, or 255", slot)
	}
	return slot
}

// within returns v, which must be low to high, or 0.
func (r *reader) within(field string, v, low, high uint32) uint32 {
	if r.err == nil && (v < low || v > high) {
		r.fail(field, fmt.Sprintf("%d to %d", low, high), v)
	}
	if r.err != nil {
		return 0
	}
	return v
}

// text reads a length in one byte and as many bytes of legible text.
func (r *reader) text(field string, longest int) string {
	n := r.within(field, uint32(r.u8(field)), 0, uint32(longest))
	s := string(r.take(field, int(n)))
	if bad, found := unfit(s); found {
		r.fail(field, "legible text", fmt.Sprintf("%U", bad))
		return ""
	}
	return s
}
