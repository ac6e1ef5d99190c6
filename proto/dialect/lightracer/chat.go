package lightracer

// Chat is something that was said.
type Chat struct {
	ID   int32 // of the Player that said it; 0: the host, or a pilot without a ship
	Text string
}

// Append appends the line and its end.
func (m *Chat) Append(b []byte) []byte {
	b = append(appendNumber(append(b, "CHAT "...), m.ID), ' ')
	return endLine(appendText(b, m.Text))
}
