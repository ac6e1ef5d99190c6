package enet

import "encoding/binary"

// reader takes a datagram apart. After what is cut off it yields only zeros, so
// that a parse can be read as a list, and be asked at its end whether it failed.
type reader struct {
	left   []byte
	failed bool
}

// take returns the next n bytes, or nil.
func (r *reader) take(n int) []byte {
	if n > len(r.left) {
		r.fail()
		return nil
	}
	b := r.left[:n:n]
	r.left = r.left[n:]
	return b
}

func (r *reader) fail() { r.failed, r.left = true, nil }

// must fails unless a value was as it has to be.
func (r *reader) must(ok bool) {
	if !ok {
		r.fail()
	}
}

func (r *reader) u8() uint8 {
	if b := r.take(1); b != nil {
		return b[0]
	}
	return 0
}

func (r *reader) u16() uint16 {
	if b := r.take(2); b != nil {
		return binary.BigEndian.Uint16(b)
	}
	return 0
}

func (r *reader) u32() uint32 {
	if b := r.take(4); b != nil {
		return binary.BigEndian.Uint32(b)
	}
	return 0
}
