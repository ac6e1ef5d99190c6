package proto

import "encoding/binary"

// Progress follows an Info over a connection: how far the match is. Hosts of before it say Info alone.
type Progress struct {
	Number  uint16 // of the match, from 1: all that the host plays are counted
	Left    uint32 // s until it is over by its limit of time, or until it is if it has not begun; NoLimit without one
	Resumed bool   // it was going on when its host was killed, and another went on with it
}

// NoLimit is how long a match lasts without a limit of time.
const NoLimit = 1<<32 - 1

// Type returns ProgressType.
func (*Progress) Type() Type { return ProgressType }

// Append appends the message.
func (m *Progress) Append(b []byte) []byte {
	b = binary.BigEndian.AppendUint16(append(b, byte(ProgressType)), m.Number)
	b = binary.BigEndian.AppendUint32(b, m.Left)
	return appendFlag(b, m.Resumed)
}

func (m *Progress) parse(r *reader) {
	m.Number, m.Left = r.U16("number"), r.U32("time left")
	m.Resumed = r.Flag("resumed")
}
