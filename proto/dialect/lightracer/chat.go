package lightracer

import "strings"

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

func parseChat(rest string) (Reply, error) {
	id, text, _ := strings.Cut(rest, " ")
	n, err := number("CHAT id", id)
	if err != nil {
		return nil, err
	}
	return &Chat{n, text}, nil
}
