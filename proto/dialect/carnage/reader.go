package carnage

import (
	"encoding/binary"
	"fmt"
	"math"

	"dogfight/proto"
)

// reader takes a message apart. After the first error it yields only zeros, so
// that a parse can be read as a list and its error looked at once, at the end.
type reader struct {
	left []byte
	of   string // the message's name
	err  error  // *proto.SyntaxError
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
		r.err = &proto.SyntaxError{Message: r.of, Field: field, Expected: expected, Came: fmt.Sprint(came)}
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

// number reads 1 or 4 bytes.
func (r *reader) number(field string, size int) uint32 {
	if size == 1 {
		return uint32(r.u8(field))
	}
	return r.u32(field)
}

func (r *reader) u8(field string) uint8 {
	if p := r.take(field, 1); p != nil {
		return p[0]
	}
	return 0
}

func (r *reader) u32(field string) uint32 {
	if p := r.take(field, 4); p != nil {
		return binary.LittleEndian.Uint32(p)
	}
	return 0
}

func (r *reader) f32(field string) float32 { return math.Float32frombits(r.u32(field)) }

// vec2 reads two numbers.
func (r *reader) vec2(field string) Vec2 { return Vec2{r.f32(field), r.f32(field)} }

// count reads the length of an Array whose elements have at least size bytes
// each, and refuses one for which there are not enough bytes.
func (r *reader) count(field string, size int) int {
	n := r.u32(field)
	if most := len(r.left) / size; uint64(n) > uint64(most) {
		r.fail(field, fmt.Sprintf("at most %d by the bytes that follow", most), n)
		return 0
	}
	return int(n)
}

// text reads a String, or an Array<u8>.
func (r *reader) text(field string) string {
	return string(r.take(field, r.count(field, 1)))
}
