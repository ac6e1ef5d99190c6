package carnage

import (
	"fmt"

	"dogfight/proto"
)

// reader takes a message apart.
type reader struct{ proto.ByteReader }

// number reads 1 or 4 bytes.
func (r *reader) number(field string, size int) uint32 {
	if size == 1 {
		return uint32(r.U8(field))
	}
	return r.U32(field)
}

// vec2 reads two numbers.
func (r *reader) vec2(field string) Vec2 { return Vec2{r.F32(field), r.F32(field)} }

// count reads the length of an Array whose elements have at least size bytes
// each, and refuses one for which there are not enough bytes.
func (r *reader) count(field string, size int) int {
	n := r.U32(field)
	if most := len(r.Left) / size; uint64(n) > uint64(most) {
		r.Fail(field, fmt.Sprintf("at most %d by the bytes that follow", most), n)
		return 0
	}
	return int(n)
}

// text reads a String, or an Array<u8>.
func (r *reader) text(field string) string {
	return string(r.Take(field, r.count(field, 1)))
}
