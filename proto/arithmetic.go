package proto

// arithmetic codes decisions, each with the probability that it is yes, in
// about as many bits as they surprise: a binary arithmetic coder (Rissanen and
// Langdon, 1979) on 32 bits. The same calls write and read, as with coder.
//
// The bytes are a binary fraction in the interval low to high. A decision cuts
// it in two, in proportion to the probability, and leaves one part. Bytes in
// which low and high agree are settled and shifted out.
type arithmetic struct {
	b         []byte // written so far, or left to read
	low, high uint32 // both within the interval
	at        uint32 // reading: the bytes there, with zeros after the last
	reading   bool
	tally     func(p *probability, yes bool) // if not nil, is told of every decision
}

// probability is that of a yes, in 1/65536.
type probability uint16

// even is the probability of what cannot be foreseen.
var even probability = 1 << 15

func startArithmetic(b []byte, reading bool) arithmetic {
	c := arithmetic{b: b, high: 1<<32 - 1, reading: reading}
	for range 4 * btoi(reading) {
		c.shiftIn()
	}
	return c
}

// bit sends one decision, or reads it.
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

// shift takes the settled byte out of the interval.
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

// bits sends the lowest n bits of v, none of which can be foreseen, or reads
// as many.
func (c *arithmetic) bits(v uint8, n int) (read uint8) {
	for n--; n >= 0; n-- {
		read = read<<1 | uint8(btoi(c.bit(&even, v>>n&1 == 1)))
	}
	return read
}

// finish writes the shortest fraction that lies in the interval: a reader adds
// the zeros at its end, so the last byte after start is none.
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
