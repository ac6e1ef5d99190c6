package enet

import "encoding/binary"

// sendUnreliable is a packet that may be lost, and does not arrive late.
type sendUnreliable struct {
	number uint16 // counts those since the reliable command before it, from 1
	packet []byte
}

func (s *sendUnreliable) append(b []byte) []byte {
	b = binary.BigEndian.AppendUint16(b, s.number)
	b = binary.BigEndian.AppendUint16(b, uint16(len(s.packet)))
	return append(b, s.packet...)
}

func (s *sendUnreliable) parse(r *reader) {
	s.number = r.u16()
	s.packet = r.take(int(r.u16()))
}
