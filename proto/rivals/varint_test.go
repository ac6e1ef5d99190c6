package rivals_test

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"
)

// appendVarint appends a number as Teeworlds does: a byte with 1 bit more follows,
// 1 bit sign, and the lowest 6; then bytes with 1 bit more follows, and 7. A
// negative number goes as its complement.
func appendVarint(b []byte, v int32) []byte {
	first := byte(0)
	if v < 0 {
		first, v = 0x40, ^v
	}
	first |= byte(v & 0x3f)
	if v >>= 6; v == 0 {
		return append(b, first)
	}
	b = append(b, first|0x80)
	for ; v >= 0x80; v >>= 7 {
		b = append(b, byte(v)|0x80)
	}
	return append(b, byte(v))
}

// varints reads numbers. Beyond the end there are zeros, and short.
type varints struct {
	b     []byte
	short bool
}

func (in *varints) next() int32 {
	first := in.byte()
	v := int32(first & 0x3f)
	for shift, more := 6, first&0x80 != 0; more; shift += 7 {
		b := in.byte()
		v |= int32(b&0x7f) << shift
		more = b&0x80 != 0
	}
	if first&0x40 != 0 {
		return ^v
	}
	return v
}

func (in *varints) byte() byte {
	if len(in.b) == 0 {
		in.short = true
		return 0
	}
	b := in.b[0]
	in.b = in.b[1:]
	return b
}

func TestVarintsHaveTeeworldsBytes(t *testing.T) {
	for v, want := range map[int32]string{
		0: "00", 1: "01", 63: "3f", 64: "8001", -1: "40", -64: "7f", -65: "c001",
		8191: "bf7f", 8192: "808001", math.MaxInt32: "bfffffff0f", math.MinInt32: "ffffffff0f",
	} {
		if got := fmt.Sprintf("%x", appendVarint(nil, v)); got != want {
			t.Errorf("%d: expected %s, %s came", v, want, got)
		}
	}
}

func TestVarintGivesTheSameNumberAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.Int32().Draw(t, "number")
		in := varints{b: appendVarint(nil, want)}
		if got := in.next(); got != want || in.short || len(in.b) > 0 {
			t.Errorf("expected %d, %d came, and %d bytes were left", want, got, len(in.b))
		}
	})
}
