package proto

import "encoding/binary"

// Answer is the datagram with which a host answers a Query.
type Answer struct {
	Nonce uint64 // the Query's
	ID    uint64 // of the match: the same at all its addresses
	Info  Info
}

// Append appends the datagram, at most QuerySize bytes.
func (m *Answer) Append(b []byte) []byte {
	b = binary.BigEndian.AppendUint64(b, m.Nonce)
	b = binary.BigEndian.AppendUint64(b, m.ID)
	return m.Info.Append(b)
}

// ParseAnswer reads an Answer, which p must hold from its first byte to its last.
// The error is a *SyntaxError.
func ParseAnswer(p []byte) (Answer, error) {
	r := datagram("answer", p)
	m := Answer{Nonce: r.U64("nonce"), ID: r.U64("id")}
	r.Within("type", uint32(r.U8("type")), uint32(InfoType), uint32(InfoType))
	m.Info.parse(&r)
	if err := r.End(); err != nil {
		return Answer{}, err
	}
	return m, nil
}
