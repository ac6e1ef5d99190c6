package proto

import "encoding/binary"

// Query is a datagram, outside of any link, that asks a host what is played there.
// It is as long as the longest Answer, so that a forged Query makes a host
// send its victim no more than the forger sends.
type Query struct {
	Nonce uint64 // returned by the Answer; random, so that only the host asked can give it
}

// QuerySize is the length of a Query, in bytes, and the most that an Answer has.
const querySize = 128

// Append appends the datagram.
func (m *Query) Append(b []byte) []byte {
	b = append(append(b, magic...), byte(InfoQueryType))
	b = binary.BigEndian.AppendUint64(b, m.Nonce)
	return append(b, make([]byte, querySize-len(magic)-1-8)...)
}

// ParseQuery reads a Query, which p must hold from its first byte to its last. The
// error is a *SyntaxError.
func ParseQuery(p []byte) (Query, error) {
	r := datagram("query", p)
	r.magic()
	r.Within("type", uint32(r.U8("type")), uint32(InfoQueryType), uint32(InfoQueryType))
	m := Query{Nonce: r.U64("nonce")}
	for range querySize - len(magic) - 1 - 8 {
		r.UpTo("padding", 0)
	}
	return m, r.End()
}
