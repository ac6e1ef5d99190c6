package enet

import "encoding/binary"

// sendReliable is a packet that arrives.
type sendReliable struct{ packet []byte }

func (s *sendReliable) append(b []byte) []byte {
	b = binary.BigEndian.AppendUint16(b, uint16(len(s.packet)))
	return append(b, s.packet...)
}

func (s *sendReliable) parse(r *reader) {
	s.packet = r.take(int(r.u16()))
}
