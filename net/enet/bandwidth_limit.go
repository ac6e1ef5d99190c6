package enet

import "encoding/binary"

// bandwidthLimit says what its sender can take and send, in bytes a second; 0 is
// without limit. It is not applied.
type bandwidthLimit struct{ incoming, outgoing uint32 }

func (l *bandwidthLimit) append(b []byte) []byte {
	b = binary.BigEndian.AppendUint32(b, l.incoming)
	return binary.BigEndian.AppendUint32(b, l.outgoing)
}

func (l *bandwidthLimit) parse(r *reader) {
	l.incoming = r.u32()
	l.outgoing = r.u32()
}
