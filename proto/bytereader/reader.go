// Package bytereader takes messages apart field by field. The first error sticks,
// so a parser reads like a list of the fields.
package bytereader

import (
	"encoding/binary"
	"fmt"
	"math"
)

// Reader takes a message apart. After the first error it yields only zeros, so a parser
// may check Err once, at the end. The zero value reads an empty message.
type Reader struct {
	Left []byte // what is still to be read

	// Message is the message's name, for the text of an error. Without one, every error
	// is ErrMalformed, and to fail allocates nothing: for callers that drop what is
	// malformed without looking at the reason.
	Message      string
	LittleEndian bool // numbers have their lowest byte first

	Err error // the first: a *SyntaxError or ErrMalformed, or what Stop was given
}

// Stop fails with an error of the caller's own, unless there is one already.
func (r *Reader) Stop(err error) {
	if r.Err == nil {
		r.Err = err
	}
	r.Left = nil
}

// Fail says what a field must be, and what it is.
func (r *Reader) Fail(field, want string, got any) {
	switch {
	case r.Err != nil:
	case r.Message == "":
		r.Stop(ErrMalformed)
	default:
		r.Stop(&SyntaxError{Message: r.Message, Field: field, Want: want, Got: fmt.Sprint(got)})
	}
}

// End returns the error. Bytes left over are one.
func (r *Reader) End() error {
	if len(r.Left) > 0 {
		r.Fail("bytes left over", "0", len(r.Left))
	}
	return r.Err
}

// Take returns the next n bytes, or nil.
func (r *Reader) Take(field string, n int) []byte {
	if n > len(r.Left) {
		r.short(field, n)
		return nil
	}
	p := r.Left[:n:n]
	r.Left = r.Left[n:]
	return p
}

// Rest returns all bytes that are left.
func (r *Reader) Rest() []byte {
	p := r.Left
	r.Left = nil
	return p
}

// short fails for want of bytes. It does not allocate without a Message.
func (r *Reader) short(field string, n int) {
	if r.Message == "" {
		r.Stop(ErrMalformed)
		return
	}
	unit := "bytes"
	if n == 1 {
		unit = "byte"
	}
	r.Fail(field, fmt.Sprintf("%d %s", n, unit), len(r.Left))
}

// outside fails for a number that is not low to high. It does not allocate without
// a Message.
func (r *Reader) outside(field string, v, low, high uint32) {
	switch {
	case r.Message == "":
		r.Stop(ErrMalformed)
	case low == high:
		r.Fail(field, fmt.Sprint(low), v)
	default:
		r.Fail(field, fmt.Sprintf("%d to %d", low, high), v)
	}
}

// U8 reads a byte.
func (r *Reader) U8(field string) uint8 {
	if p := r.Take(field, 1); p != nil {
		return p[0]
	}
	return 0
}

// U16 reads 2 bytes.
func (r *Reader) U16(field string) uint16 {
	p := r.Take(field, 2)
	switch {
	case p == nil:
		return 0
	case r.LittleEndian:
		return binary.LittleEndian.Uint16(p)
	}
	return binary.BigEndian.Uint16(p)
}

// U32 reads 4 bytes.
func (r *Reader) U32(field string) uint32 {
	p := r.Take(field, 4)
	switch {
	case p == nil:
		return 0
	case r.LittleEndian:
		return binary.LittleEndian.Uint32(p)
	}
	return binary.BigEndian.Uint32(p)
}

// U64 reads 8 bytes.
func (r *Reader) U64(field string) uint64 {
	p := r.Take(field, 8)
	switch {
	case p == nil:
		return 0
	case r.LittleEndian:
		return binary.LittleEndian.Uint64(p)
	}
	return binary.BigEndian.Uint64(p)
}

// F32 reads a float of 4 bytes, which may be NaN or infinite.
func (r *Reader) F32(field string) float32 { return math.Float32frombits(r.U32(field)) }

// Finite reads a float of 4 bytes that is a number.
func (r *Reader) Finite(field string) float32 {
	v := r.F32(field)
	if v-v != 0 { // of NaN and infinities it is NaN
		r.Fail(field, "finite", v)
		return 0
	}
	return v
}

// Flag reads a byte that is 0 or 1.
func (r *Reader) Flag(field string) bool { return r.UpTo(field, 1) == 1 }

// UpTo reads a byte that is at most last.
func (r *Reader) UpTo(field string, last uint8) uint8 {
	return uint8(r.Within(field, uint32(r.U8(field)), 0, uint32(last)))
}

// Within returns v, which must be low to high, or 0.
func (r *Reader) Within(field string, v, low, high uint32) uint32 {
	if r.Err == nil && (v < low || v > high) {
		r.outside(field, v, low, high)
	}
	if r.Err != nil {
		return 0
	}
	return v
}
