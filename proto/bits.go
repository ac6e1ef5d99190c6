package proto

import "math/bits"

// coder writes numbers as bits or reads them: one description of a value serves both ways, so that the two cannot disagree. The
// first bit of a byte is its highest.
//
// The functions below take a pointer to a field, which they write, or set when reading. After bits that no writer writes they
// set zeros, and bad.
type coder struct {
	b       []byte // written so far, or left to read
	pending uint64 // its lowest n bits wait for a full byte, or to be read
	n       uint
	reading bool
	bad     bool
}

// bits writes the lowest n bits of v, at most 32, or reads as many.
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

// finish fills the last byte with zeros, or checks that only they are left.
func (c *coder) finish() {
	if !c.reading {
		c.bits(0, -c.n&7)
		return
	}
	if c.n >= 8 || c.pending&(1<<c.n-1) != 0 || len(c.b) > 0 {
		c.bad = true
	}
}

// flag codes one bit.
func (c *coder) flag(on bool) bool {
	var v uint64
	if on {
		v = 1
	}
	return c.bits(v, 1) == 1
}

// unsigned is any number of a World without a sign.
type unsigned interface {
	~uint8 | ~uint16 | ~uint32
}

// fixed codes a field in n bits.
func fixed[T unsigned](c *coder, field *T, n uint) {
	if v := c.bits(uint64(*field), n); c.reading {
		*field = T(v)
	}
}

// small codes a field that is more often small than large as an exponential Golomb code of order k: v + 2^k in binary, after one
// 0 for each of its bits beyond k + 1.
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

// rare codes a field that is mostly 0: one bit for that, and otherwise as small does.
func rare[T unsigned](c *coder, field *T, k uint) {
	if c.flag(*field != 0) {
		small(c, field, k)
	} else if c.reading {
		*field = 0
	}
}

// balanced codes a field that is close to 0 on either side: as small does, with 0, -1, 1, -2, 2, ... as 0, 1, 2, 3, 4, ...
func balanced(c *coder, field *int32, k uint) {
	folded := uint32(*field<<1 ^ *field>>31)
	small(c, &folded, k)
	if c.reading {
		*field = int32(folded>>1) ^ -int32(folded&1)
	}
}

// signed codes a field in n bits, as a two's complement.
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

// arithmetic codes decisions, each with its probability of yes: a binary arithmetic coder (Rissanen and Langdon, 1979) on 32
// bits. The same calls write and read, as with coder.
//
// The bytes are a binary fraction in the interval low to high. A decision cuts it in two, in proportion to the probability, and
// leaves one part. Bytes in which low and high agree are final and shifted out.
type arithmetic struct {
	b         []byte // written so far, or left to read
	low, high uint32 // both within the interval
	at        uint32 // reading: the bytes there, with zeros after the last
	reading   bool
	tally     func(p *probability, yes bool) // if not nil, is called for each decision
}

// probability is that of a yes, in 1/65536.
type probability uint16

// even is the probability of decisions that cannot be predicted.
var even probability = 1 << 15

func startArithmetic(b []byte, reading bool) arithmetic {
	c := arithmetic{b: b, high: 1<<32 - 1, reading: reading}
	for range 4 * btoi(reading) {
		c.shiftIn()
	}
	return c
}

// bit codes one decision.
func (c *arithmetic) bit(p *probability, yes bool) bool {
	middle := c.low + uint32(uint64(c.high-c.low)*uint64(*p)>>16)
	if c.reading {
		yes = c.at <= middle
	}
	if yes {
		c.high = middle
	} else {
		c.low = middle + 1
	}
	for (c.low^c.high)>>24 == 0 {
		c.shift()
	}
	if c.tally != nil {
		c.tally(p, yes)
	}
	return yes
}

// shift takes the final byte out of the interval.
func (c *arithmetic) shift() {
	if c.reading {
		c.shiftIn()
	} else {
		c.b = append(c.b, byte(c.high>>24))
	}
	c.low <<= 8
	c.high = c.high<<8 | 0xff
}

func (c *arithmetic) shiftIn() {
	c.at <<= 8
	if len(c.b) > 0 {
		c.at |= uint32(c.b[0])
		c.b = c.b[1:]
	}
}

// bits writes the lowest n bits of v, each with even probability, or reads as many.
func (c *arithmetic) bits(v uint8, n int) (read uint8) {
	for n--; n >= 0; n-- {
		read = read<<1 | uint8(btoi(c.bit(&even, v>>n&1 == 1)))
	}
	return read
}

// finish writes the shortest fraction in the interval, without zeros at the end after start: a reader adds them.
func (c *arithmetic) finish(start int) []byte {
	for n := 0; ; n++ {
		rest := uint32(1<<(32-8*n) - 1)
		if v := (c.low + rest) &^ rest; v >= c.low && v <= c.high {
			for i := range n {
				c.b = append(c.b, byte(v>>(24-8*i)))
			}
			break
		}
	}
	for len(c.b) > start && c.b[len(c.b)-1] == 0 {
		c.b = c.b[:len(c.b)-1]
	}
	return c.b
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
