package reference

import "bytes"

// fraction reads decisions from bytes after the binary point, and keeps what
// those decisions would be written as.
type fraction struct {
	bytes     []byte
	low, high uint64 // 32 bits
	settled   []byte // those that low and high agree on

	// invent, if not nil, decides in place of the bytes, to find others.
	invent func(p int) bool
}

func newFraction(b []byte) *fraction {
	return &fraction{bytes: b, high: 1<<32 - 1}
}

// yes reads a decision that is yes with probability p in 1/65536.
func (f *fraction) yes(p int) bool {
	middle := f.low + (f.high-f.low)*uint64(p)>>16
	yes := f.window() <= middle
	if f.invent != nil {
		yes = f.invent(p)
	}
	if yes {
		f.high = middle
	} else {
		f.low = middle + 1
	}
	for f.low>>24 == f.high>>24 {
		f.settled = append(f.settled, byte(f.low>>24))
		f.low = f.low << 8 % (1 << 32)
		f.high = f.high<<8%(1<<32) + 255
	}
	return yes
}

// window returns the 32 bits of the fraction that low and high stand for.
func (f *fraction) window() uint64 {
	v := uint64(0)
	for i := len(f.settled); i < len(f.settled)+4; i++ {
		v <<= 8
		if i < len(f.bytes) {
			v += uint64(f.bytes[i])
		}
	}
	return v
}

// even reads n even bits.
func (f *fraction) even(n int) int {
	v := 0
	for range n {
		v *= 2
		if f.yes(1 << 15) {
			v++
		}
	}
	return v
}

// end refuses bytes that are not how the decisions read are written.
func (f *fraction) end() {
	want := f.written()
	demand(bytes.Equal(f.bytes, want), "expected %x, got %x", want, f.bytes)
}

// written returns what the decisions are written as.
func (f *fraction) written() []byte {
	return bytes.TrimRight(append(bytes.Clone(f.settled), f.last()...), "\x00")
}

// last returns as few bytes as lie between low and high with zeros after them,
// and of those the lowest.
func (f *fraction) last() []byte {
	for n := range 5 {
		unit := uint64(1) << (32 - 8*n)
		v := (f.low + unit - 1) / unit // the lowest that is not below low
		if v*unit > f.high {
			continue
		}
		var last []byte
		for i := range n {
			last = append(last, byte(v>>(8*(n-1-i))))
		}
		return last
	}
	panic("four bytes always fit")
}
