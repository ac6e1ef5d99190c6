package rivals_test

// bitWriter appends bits, the lowest first.
type bitWriter struct {
	b       []byte
	pending uint64 // n bits that wait for a full byte
	n       uint
}

// put appends v, which has at most n bits, 32 at most.
func (w *bitWriter) put(v uint32, n uint) {
	w.pending |= uint64(v) << w.n
	for w.n += n; w.n >= 8; w.n -= 8 {
		w.b = append(w.b, byte(w.pending))
		w.pending >>= 8
	}
}

// finish fills the last byte with zeros and returns all of them.
func (w *bitWriter) finish() []byte {
	w.put(0, -w.n&7)
	return w.b
}

// bitReader reads what a bitWriter wrote. Beyond the end there are zeros, and
// short.
type bitReader struct {
	b       []byte
	pending uint64
	n       uint
	short   bool
}

// peek returns the next n bits, 32 at most, which stay where they are.
func (r *bitReader) peek(n uint) uint32 {
	for ; r.n < n && len(r.b) > 0; r.n += 8 {
		r.pending |= uint64(r.b[0]) << r.n
		r.b = r.b[1:]
	}
	return uint32(r.pending & (1<<n - 1))
}

// skip goes on by n bits that were peeked at.
func (r *bitReader) skip(n uint) {
	if n > r.n {
		r.short = true
		r.pending, r.n = 0, 0
		return
	}
	r.pending >>= n
	r.n -= n
}

func (r *bitReader) get(n uint) uint32 {
	v := r.peek(n)
	r.skip(n)
	return v
}
