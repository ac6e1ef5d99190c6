package dogfight

// framer puts the messages of a stream together from whatever pieces it comes in.
// It never holds more than one message. The zero value is ready.
type framer struct {
	held []byte
}

// extent returns how many bytes a message that begins with p has at least. If that is
// len(p), it is whole.
type extent func(p []byte) (int, error)

// take reads p up to the end of a message, and returns that and what is left of p. The
// message is nil if p ends before it does, and good until the next call.
func (g *framer) take(p []byte, size extent) (message, rest []byte, err error) {
	for {
		want, err := size(g.held)
		if err != nil {
			return nil, nil, err
		}
		if want == len(g.held) {
			message, g.held = g.held, g.held[:0]
			return message, p, nil
		}
		if len(p) == 0 {
			return nil, nil, nil
		}
		n := min(want-len(g.held), len(p))
		g.held = append(g.held, p[:n]...)
		p = p[n:]
	}
}
