package warworlds

// Chat is a line of chat.
type Chat struct {
	Text string
}

// Identifier returns 3.
func (*Chat) Identifier() uint16 { return chatID }

// Append appends the packet.
func (p *Chat) Append(b []byte) []byte { return appendString(begin(b, chatID), p.Text) }

func (p *Chat) parse(r *reader) { p.Text = r.string("text") }
