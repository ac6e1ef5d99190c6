package proto

import "encoding/binary"

// Answer is the datagram with which a host answers a Query.
type Answer struct {
	Nonce uint64 // the Query's
	ID    uint64 // of the match: who finds it at two addresses knows that it is one
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
	m := Answer{Nonce: r.u64("nonce"), ID: r.u64("id")}
	r.within("type", uint32(r.u8("type")), uint32(InfoType), uint32(InfoType))
	m.Info.parse(&r)
	if err := r.end(); err != nil {
		return Answer{}, err
	}
	return m, nil
}
