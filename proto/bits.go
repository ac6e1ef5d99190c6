package proto

import "math/bits"

// coder carries numbers into bits or, when reading, out of them: the same
// description of a value serves both ways, so that the two cannot disagree. The
// first bit of a byte is its highest.
//
// The functions below take a pointer to a field, which they send, or set when
// reading. After bits that no writer writes they set zeros, and bad.
type coder struct {
	b       []byte // written so far, or left to read
	pending uint64 // its lowest n bits wait for a full byte, or to be read
	n       uint
	reading bool
	bad     bool
}

// bits sends the lowest n bits of v, at most 32, or reads as many.
func (c *coder) bits(v uint64, n uint) uint64 {
	if c.reading {
		return c.read(n)
	}
	c.pending = c.pending<<n | v&(1<<n-1)
	for c.n += n; c.n >= 8; c.n -= 8 {
		c.b = append(c.b, byte(c.pending>>(c.n-8)))
	}
	return v
}

func (c *coder) read(n uint) uint64 {
	for ; c.n < n; c.n += 8 {
		if len(c.b) == 0 {
			c.bad = true
		}
		if c.bad {
			c.n = 0
			return 0
		}
		c.pending = c.pending<<8 | uint64(c.b[0])
		c.b = c.b[1:]
	}
	c.n -= n
	return c.pending >> c.n & (1<<n - 1)
}

// finish fills the last byte with zeros, or checks that they, and nothing
// else, are left.
func (c *coder) finish() {
	if !c.reading {
		c.bits(0, -c.n&7)
		return
	}
	if c.n >= 8 || c.pending&(1<<c.n-1) != 0 || len(c.b) > 0 {
		c.bad = true
	}
}

// flag sends one bit, or reads it.
func (c *coder) flag(on bool) bool {
	var v uint64
	if on {
		v = 1
	}
	return c.bits(v, 1) == 1
}

// unsigned is the numbers of a World that have no sign.
type unsigned interface {
	~uint8 | ~uint16 | ~uint32
}

// fixed sends a field in n bits.
func fixed[T unsigned](c *coder, field *T, n uint) {
	if v := c.bits(uint64(*field), n); c.reading {
		*field = T(v)
	}
}

// small sends a field that is more often small than large as an exponential
// Golomb code of order k: v + 2^k in binary, after one 0 for every bit that this
// has more than k + 1.
func small[T unsigned](c *coder, field *T, k uint) {
	v := c.golomb(uint64(*field), k)
	if !c.reading {
		return
	}
	if v > uint64(^T(0)) {
		c.bad, v = true, 0
	}
	*field = T(v)
}

// rare sends a field that is mostly 0: one bit for that, and otherwise as small
// does.
func rare[T unsigned](c *coder, field *T, k uint) {
	if c.flag(*field != 0) {
		small(c, field, k)
	} else if c.reading {
		*field = 0
	}
}

// balanced sends a field that is close to 0 on either side: 0, -1, 1, -2, 2, ...
// as 0, 1, 2, 3, 4, ... likewise.
func balanced(c *coder, field *int32, k uint) {
	folded := uint32(*field<<1 ^ *field>>31)
	small(c, &folded, k)
	if c.reading {
		*field = int32(folded>>1) ^ -int32(folded&1)
	}
}

// signed sends a field in n bits, as a two's complement.
func signed(c *coder, field *int32, n uint) {
	if v := c.bits(uint64(uint32(*field)), n); c.reading {
		*field = int32(v<<(32-n)) >> (32 - n)
	}
}

func (c *coder) golomb(v uint64, k uint) uint64 {
	if !c.reading {
		v += 1 << k
		n := uint(bits.Len64(v))
		c.bits(0, n-k-1)
		c.bits(v>>32, n-min(n, 32))
		c.bits(v, min(n, 32))
		return 0
	}
	n := k
	for !c.flag(false) {
		if n++; c.bad || n > 32 {
			c.bad = true
			return 0
		}
	}
	return 1<<n + c.bits(0, n) - 1<<k
}
