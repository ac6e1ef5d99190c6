package carnage

import (
	"encoding/binary"
	"math"
)

// Vec2 is the document's: a position in arena units, or a direction.
type Vec2 struct{ X, Y float32 }

func appendVec2(b []byte, v Vec2) []byte { return appendFloats(b, v.X, v.Y) }

func appendFloats(b []byte, values ...float32) []byte {
	for _, v := range values {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v))
	}
	return b
}

// appendText appends a String, or an Array<u8>.
func appendText(b []byte, s string) []byte {
	return append(binary.LittleEndian.AppendUint32(b, uint32(len(s))), s...)
}
