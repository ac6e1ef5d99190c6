package proto

import "encoding/binary"

// Ping asks for a Pong.
type Ping struct {
	Nonce uint32
}

// Type returns PingType.
func (*Ping) Type() Type { return PingType }

// Append appends the message.
func (m *Ping) Append(b []byte) []byte {
	return binary.BigEndian.AppendUint32(append(b, byte(PingType)), m.Nonce)
}

func (m *Ping) parse(r *reader) {
	m.Nonce = r.u32("nonce")
}

// Pong answers a Ping.
type Pong struct {
	Nonce uint32 // the Ping's
	Held  uint16 // how long the answer waited, in 1/10 ms, so that the asker can take it off
}

// Type returns PongType.
func (*Pong) Type() Type { return PongType }

// Append appends the message.
func (m *Pong) Append(b []byte) []byte {
	b = binary.BigEndian.AppendUint32(append(b, byte(PongType)), m.Nonce)
	return binary.BigEndian.AppendUint16(b, m.Held)
}

func (m *Pong) parse(r *reader) {
	m.Nonce = r.u32("nonce")
	m.Held = r.u16("held")
}
