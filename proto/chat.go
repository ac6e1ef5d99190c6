package proto

import "encoding/binary"

// Chat is a line said to all in the match.
type Chat struct {
	Pilot uint16 // that says it, or Notice; from clients it is ignored
	Text  string // 1 to MaxChat bytes: see ValidChat
}

// Notice stands where a pilot's id would when the host itself has something to say.
const Notice = 0xffff

// Type returns ChatType.
func (*Chat) Type() Type { return ChatType }

// Append appends the message.
func (m *Chat) Append(b []byte) []byte {
	b = binary.BigEndian.AppendUint16(append(b, byte(ChatType)), m.Pilot)
	return appendText(b, m.Text, MaxChat)
}

func (m *Chat) parse(r *reader) {
	m.Pilot = r.U16("pilot")
	m.Text = r.text("text", MaxChat)
	r.Within("text", uint32(len(m.Text)), 1, MaxChat)
}
