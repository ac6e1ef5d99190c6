package reference

import (
	"fmt"
	"math/big"
	"strings"
)

// bits are the bits of a World that are still to be read, as '0' and '1'.
type bits struct{ left string }

func newBits(b []byte) *bits {
	text := strings.Builder{}
	for _, octet := range b {
		fmt.Fprintf(&text, "%08b", octet)
	}
	return &bits{text.String()}
}

// end refuses more than the zeros that fill up the last byte.
func (b *bits) end() {
	demand(len(b.left) < 8 && !strings.Contains(b.left, "1"), "expected the end, got %d bits more", len(b.left))
}

// u reads n bits.
func (b *bits) u(n int) uint64 {
	demand(len(b.left) >= n, "expected %d bits more, got %d", n, len(b.left))
	v := uint64(0)
	for _, bit := range b.left[:n] {
		v = v<<1 + uint64(bit-'0')
	}
	b.left = b.left[n:]
	return v
}

// s reads n bits, two's complement.
func (b *bits) s(n int) int {
	v := int(b.u(n))
	if v >= 1<<(n-1) {
		v -= 1 << n
	}
	return v
}

func (b *bits) flag() bool { return b.u(1) == 1 }

// g reads an exponential Golomb code, which may be longer than any number.
func (b *bits) g(k int) *big.Int {
	zeros := strings.IndexByte(b.left, '1')
	demand(zeros >= 0, "expected a 1 after zeros, got none")
	length := zeros + zeros + k + 1
	demand(len(b.left) >= length, "expected %d bits more, got %d", length, len(b.left))
	v, _ := new(big.Int).SetString(b.left[zeros:length], 2)
	b.left = b.left[length:]
	return v.Sub(v, big.NewInt(1<<k))
}

// upTo reads a g k of at most most.
func (b *bits) upTo(k int, most int64) int64 {
	v := b.g(k)
	demand(v.Cmp(big.NewInt(most)) <= 0, "expected at most %d, got %v", most, v)
	return v.Int64()
}

// either reads a ± k from lowest to highest.
func (b *bits) either(k, lowest, highest int) int {
	v := b.g(k)
	if v.Bit(0) == 1 {
		v.Not(v) // 2n - 1, the code of -n, becomes -2n
	}
	v.Rsh(v, 1)
	fits := v.Cmp(big.NewInt(int64(lowest))) >= 0 && v.Cmp(big.NewInt(int64(highest))) <= 0
	demand(fits, "expected %d to %d, got %v", lowest, highest, v)
	return int(v.Int64())
}

// rare reads a rare k of at most most.
func (b *bits) rare(k int, most int64) int64 {
	if !b.flag() {
		return 0
	}
	v := b.upTo(k, most)
	demand(v != 0, "expected a number that is not 0, got 0")
	return v
}

// like reads a like n.
func (b *bits) like(n, usual int) int {
	if b.flag() {
		return usual
	}
	v := int(b.u(n))
	demand(v != usual, "expected another than %d, got it again", usual)
	return v
}
