package proto

import (
	"encoding/binary"

	"dogfight/game"
)

// NeedKeyframe asks for a Keyframe: the client is too far behind, or found that
// its World is not the host's.
type NeedKeyframe struct {
	Have game.Tick // of the client's World; 0 without one
}

// Type returns NeedKeyframeType.
func (*NeedKeyframe) Type() Type { return NeedKeyframeType }

// Append appends the message.
func (m *NeedKeyframe) Append(b []byte) []byte {
	return binary.BigEndian.AppendUint32(append(b, byte(NeedKeyframeType)), uint32(m.Have))
}

func (m *NeedKeyframe) parse(r *reader) {
	m.Have = game.Tick(r.U32("tick"))
}
