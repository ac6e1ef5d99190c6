package warworlds

import (
	"encoding/binary"
	"fmt"
	"math"
)

// reader takes fields off the front of a packet. After the first error all it reads
// is zero.
type reader struct {
	left []byte
	err  error
}

func (r *reader) fail(field, expected, came string) {
	if r.err == nil {
		r.err = fmt.Errorf("%s: expected %s, %s came", field, expected, came)
	}
	r.left = nil
}

// take returns the next n bytes, or nil.
func (r *reader) take(field string, n int) []byte {
	if len(r.left) < n {
		r.fail(field, fmt.Sprint(n, " bytes"), fmt.Sprint(len(r.left)))
		return nil
	}
	b := r.left[:n]
	r.left = r.left[n:]
	return b
}

func (r *reader) u8(field string) uint8 {
	if b := r.take(field, 1); b != nil {
		return b[0]
	}
	return 0
}

func (r *reader) u16(field string) uint16 {
	if b := r.take(field, 2); b != nil {
		return binary.LittleEndian.Uint16(b)
	}
	return 0
}

func (r *reader) u32(field string) uint32 {
	if b := r.take(field, 4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

func (r *reader) f32(field string) float32 { return math.Float32frombits(r.u32(field)) }

func (r *reader) string(field string) string {
	return string(r.take(field, int(r.u16(field))))
}
