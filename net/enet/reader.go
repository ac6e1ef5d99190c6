package enet

import "dogfight/proto"

// reader takes a datagram apart. What is malformed is dropped without a word, so fields
// have no names here.
type reader struct{ proto.ByteReader }

func newReader(b []byte) reader { return reader{proto.ByteReader{Left: b}} }

func (r *reader) u8() uint8         { return r.U8("") }
func (r *reader) u16() uint16       { return r.U16("") }
func (r *reader) u32() uint32       { return r.U32("") }
func (r *reader) take(n int) []byte { return r.Take("", n) }
func (r *reader) failed() bool      { return r.Err != nil }
func (r *reader) fail()             { r.Stop(proto.ErrMalformed) }

// must fails unless a value was as it has to be.
func (r *reader) must(ok bool) {
	if !ok {
		r.fail()
	}
}
