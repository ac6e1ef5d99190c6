package proto

import "encoding/binary"

// Query is a datagram, outside of any link, that asks a host what is played there.
// It is as long as the longest Answer, so that nobody can have a host send somebody
// else more than he sends himself.
type Query struct {
	Nonce uint64 // told again by the Answer; random, so that nobody else can give it
}

// QuerySize is the length of a Query, in bytes, and the most that an Answer has.
const QuerySize = 128

// Append appends the datagram.
func (m *Query) Append(b []byte) []byte {
	b = append(append(b, magic...), byte(InfoQueryType))
	b = binary.BigEndian.AppendUint64(b, m.Nonce)
	return append(b, make([]byte, QuerySize-len(magic)-1-8)...)
}

// ParseQuery reads a Query, which p must hold from its first byte to its last. The
// error is a *SyntaxError.
func ParseQuery(p []byte) (Query, error) {
	r := datagram("query", p)
	r.magic()
	r.within("type", uint32(r.u8("type")), uint32(InfoQueryType), uint32(InfoQueryType))
	m := Query{Nonce: r.u64("nonce")}
	for range QuerySize - len(magic) - 1 - 8 {
		r.upTo("padding", 0)
	}
	return m, r.end()
}
