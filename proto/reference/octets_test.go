package reference

// octets are the bytes of a message that are still to be read.
type octets struct{ left []byte }

// number reads a number of n bytes, the highest first.
func (o *octets) number(n int) int {
	demand(len(o.left) >= n, "expected %d bytes more, got %d", n, len(o.left))
	v := 0
	for _, b := range o.left[:n] {
		v = v*256 + int(b)
	}
	o.left = o.left[n:]
	return v
}

// signed reads a number of one byte marked ±.
func (o *octets) signed() int {
	v := o.number(1)
	if v >= 128 {
		v -= 256
	}
	return v
}

// among reads a number of n bytes from lowest to highest.
func (o *octets) among(n, lowest, highest int) int {
	v := o.number(n)
	demand(lowest <= v && v <= highest, "expected %d to %d, got %d", lowest, highest, v)
	return v
}

// exactly reads bytes that can be no others.
func (o *octets) exactly(want string) {
	got := o.raw(len(want))
	demand(string(got) == want, "expected %q, got %q", want, got)
}

// raw reads n bytes.
func (o *octets) raw(n int) []byte {
	demand(len(o.left) >= n, "expected %d bytes more, got %d", n, len(o.left))
	got := o.left[:n:n]
	o.left = o.left[n:]
	return got
}

// rest reads all that is left.
func (o *octets) rest() []byte { return o.raw(len(o.left)) }

// end refuses bytes that are left over.
func (o *octets) end() {
	demand(len(o.left) == 0, "expected the end, got %d bytes more", len(o.left))
}
