package proto

import "encoding/binary"

// Chat is a line said to everybody.
type Chat struct {
	Pilot uint16 // who says it, or Notice; from clients it is not looked at
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
	m.Pilot = r.u16("pilot")
	m.Text = r.text("text", MaxChat)
	if r.err == nil && m.Text == "" {
		r.fail("text", "something said", "nothing")
	}
}
