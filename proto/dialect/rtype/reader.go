package rtype

import (
	"encoding/binary"
	"fmt"
	"math"
)

// reader takes a packet apart. After the first error it yields only zeros, so that
// a Parse can be read as a list and its error looked at once, at the end.
type reader struct {
	left []byte
	wire Wire
	of   Type
	err  error
}

// open begins to read a packet behind its header, which must be that of the type.
func (w Wire) open(p []byte, of Type) reader {
	r := reader{wire: w, of: of}
	t, err := w.TypeOf(p)
	switch {
	case err != nil:
		r.err = err
	case t != of:
		r.fail("type", of, t)
	default:
		r.left = p[headerSize:]
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

func (r *reader) fail(field string, expected, came any) {
	if r.err == nil {
		r.err = fmt.Errorf("%v: %s: expected %v, %v came", r.of, field, expected, came)
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

// id reads the id of an entity.
func (r *reader) id(field string) uint64 {
	if !r.wire.Code {
		return uint64(r.u32(field))
	}
	if p := r.take(field, 8); p != nil {
		return binary.BigEndian.Uint64(p)
	}
	return 0
}

// float reads a number that is neither NaN nor infinite.
func (r *reader) float(field string) float32 {
	p := r.take(field, 4)
	if p == nil {
		return 0
	}
	order := binary.ByteOrder(binary.LittleEndian)
	if r.wire.bigEndian() {
		order = binary.BigEndian
	}
	v := math.Float32frombits(order.Uint32(p))
	if v-v != 0 { // of NaN and infinities it is NaN
		r.fail(field, "a finite number", v)
		return 0
	}
	return v
}

// axis reads a number that is -1 to 1.
func (r *reader) axis(field string) float32 {
	v := r.float(field)
	if v < -1 || v > 1 {
		r.fail(field, "-1 to 1", v)
		return 0
	}
	return v
}
