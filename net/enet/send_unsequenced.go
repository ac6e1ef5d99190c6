package enet

import "encoding/binary"

// sendUnsequenced is a packet that may be lost, or late.
type sendUnsequenced struct {
	group  uint16 // counts them
	packet []byte
}

const sendUnsequencedSize = headSize + 4 // and the packet; sendUnreliable's, too

func (s *sendUnsequenced) append(b []byte) []byte {
	b = binary.BigEndian.AppendUint16(b, s.group)
	b = binary.BigEndian.AppendUint16(b, uint16(len(s.packet)))
	return append(b, s.packet...)
}

func (s *sendUnsequenced) parse(r *reader) {
	s.group = r.u16()
	s.packet = r.take(int(r.u16()))
}
