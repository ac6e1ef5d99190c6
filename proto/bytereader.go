package proto

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// ByteReader reads a message field by field, for this protocol, the dialects and ENet. After the first error it returns zeros, so
// a parser lists the fields and checks Err once, at the end. The zero value reads an empty message.
type ByteReader struct {
	Left []byte // to be read

	// Message is the message's name, for the text of an error. Without one, every error is ErrMalformed, and failing allocates
	// nothing: for callers that drop malformed messages without reading the reason.
	Message      string
	LittleEndian bool // numbers have their lowest byte first

	Err error // the first: a *SyntaxError or ErrMalformed, or that of Stop
}

// Stop fails with an error of the caller, unless there is one already.
func (r *ByteReader) Stop(err error) {
	if r.Err == nil {
		r.Err = err
	}
	r.Left = nil
}

// Fail reports a field, the values that it may have, and the one that it has.
func (r *ByteReader) Fail(field, want string, got any) {
	switch {
	case r.Err != nil:
	case r.Message == "":
		r.Stop(ErrMalformed)
	default:
		r.Stop(&SyntaxError{Message: r.Message, Field: field, Want: want, Got: fmt.Sprint(got)})
	}
}

// End returns the error. Bytes left over are one.
func (r *ByteReader) End() error {
	if len(r.Left) > 0 {
		r.Fail("bytes left over", "0", len(r.Left))
	}
	return r.Err
}

// Take returns the next n bytes, or nil.
func (r *ByteReader) Take(field string, n int) []byte {
	if n > len(r.Left) {
		r.short(field, n)
		return nil
	}
	p := r.Left[:n:n]
	r.Left = r.Left[n:]
	return p
}

// Rest returns all bytes that are left.
func (r *ByteReader) Rest() []byte {
	p := r.Left
	r.Left = nil
	return p
}

// short fails as there are too few bytes. It does not allocate without a Message.
func (r *ByteReader) short(field string, n int) {
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

// outside fails as a number is not low to high. It does not allocate without a Message.
func (r *ByteReader) outside(field string, v, low, high uint32) {
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
func (r *ByteReader) U8(field string) uint8 {
	if p := r.Take(field, 1); p != nil {
		return p[0]
	}
	return 0
}

// U16 reads 2 bytes.
func (r *ByteReader) U16(field string) uint16 {
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
func (r *ByteReader) U32(field string) uint32 {
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
func (r *ByteReader) U64(field string) uint64 {
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
func (r *ByteReader) F32(field string) float32 { return math.Float32frombits(r.U32(field)) }

// Finite reads a float of 4 bytes that is a number.
func (r *ByteReader) Finite(field string) float32 {
	v := r.F32(field)
	if v-v != 0 { // of NaN and infinities it is NaN
		r.Fail(field, "finite", v)
		return 0
	}
	return v
}

// F32 codes a float of 4 bytes, which may be NaN or infinite.
func F32(c *FieldCoder, field string, v *float32) {
	bits := math.Float32bits(*v)
	if U32(c, field, &bits); c.Reading {
		*v = math.Float32frombits(bits)
	}
}

// Finite codes a float of 4 bytes that is a number.
func Finite(c *FieldCoder, field string, v *float32) {
	if c.Reading {
		*v = c.Finite(field)
	} else {
		F32(c, field, v)
	}
}

// Flag reads a byte that is 0 or 1.
func (r *ByteReader) Flag(field string) bool { return r.UpTo(field, 1) == 1 }

// UpTo reads a byte that is at most last.
func (r *ByteReader) UpTo(field string, last uint8) uint8 {
	return uint8(r.Within(field, uint32(r.U8(field)), 0, uint32(last)))
}

// Within returns v, which must be low to high, or 0.
func (r *ByteReader) Within(field string, v, low, high uint32) uint32 {
	if r.Err == nil && (v < low || v > high) {
		r.outside(field, v, low, high)
	}
	if r.Err != nil {
		return 0
	}
	return v
}

// SyntaxError describes a field that breaks the protocol of its message.
type SyntaxError struct {
	Message string // its name
	Field   string // the wrong one
	Want    string // follows "must be"
	Got     string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s: %s must be %s, got %s", e.Message, e.Field, e.Want, e.Got)
}

// ErrMalformed is the error of a ByteReader without a Message.
var ErrMalformed = errors.New("malformed message")
