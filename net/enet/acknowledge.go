package enet

import "encoding/binary"

// acknowledge says that a command came.
type acknowledge struct {
	seq  uint16 // of that command
	sent uint16 // the time in that command's datagram
}

const acknowledgeSize = headSize + 4

func (a *acknowledge) append(b []byte) []byte {
	b = binary.BigEndian.AppendUint16(b, a.seq)
	return binary.BigEndian.AppendUint16(b, a.sent)
}

func (a *acknowledge) parse(r *reader) {
	a.seq = r.u16()
	a.sent = r.u16()
}
