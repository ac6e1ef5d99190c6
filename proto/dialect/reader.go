package dialect

import (
	"encoding/binary"
	"fmt"
	"math"

	"dogfight/proto"
)

// Reader takes a message apart. After the first error it yields only zeros, so that a
// parse can be read as a list and its error looked at once, at the end.
type Reader struct {
	Left   []byte
	Of     string // the message's name
	Little bool   // numbers have their lowest byte first
	Err    error  // *proto.SyntaxError
}

// End returns the error, which bytes left over are too.
func (r *Reader) End() error {
	if r.Err == nil && len(r.Left) > 0 {
		r.Fail("end", "no more bytes", len(r.Left))
	}
	return r.Err
}

// Fail says what was expected of a field, and what came.
func (r *Reader) Fail(field string, expected, came any) {
	if r.Err == nil {
		r.Err = &proto.SyntaxError{Message: r.Of, Field: field, Expected: fmt.Sprint(expected), Came: fmt.Sprint(came)}
		r.Left = nil
	}
}

// Take returns the next n bytes, or nil.
func (r *Reader) Take(field string, n int) []byte {
	if n > len(r.Left) {
		r.Fail(field, fmt.Sprintf("%d bytes", n), len(r.Left))
		return nil
	}
	p := r.Left[:n]
	r.Left = r.Left[n:]
	return p
}

// U8 reads a byte.
func (r *Reader) U8(field string) uint8 {
	if p := r.Take(field, 1); p != nil {
		return p[0]
	}
	return 0
}

// UpTo reads a byte that is at most last.
func (r *Reader) UpTo(field string, last uint8) uint8 {
	v := r.U8(field)
	if v > last {
		r.Fail(field, fmt.Sprintf("0 to %d", last), v)
		return 0
	}
	return v
}

// U16 reads 2 bytes.
func (r *Reader) U16(field string) uint16 {
	if p := r.Take(field, 2); p != nil {
		return r.order().Uint16(p)
	}
	return 0
}

// U32 reads 4 bytes.
func (r *Reader) U32(field string) uint32 {
	if p := r.Take(field, 4); p != nil {
		return r.order().Uint32(p)
	}
	return 0
}

// U64 reads 8 bytes.
func (r *Reader) U64(field string) uint64 {
	if p := r.Take(field, 8); p != nil {
		return r.order().Uint64(p)
	}
	return 0
}

// F32 reads a float of 4 bytes, which may be NaN or infinite.
func (r *Reader) F32(field string) float32 { return math.Float32frombits(r.U32(field)) }

func (r *Reader) order() binary.ByteOrder {
	if r.Little {
		return binary.LittleEndian
	}
	return binary.BigEndian
}
