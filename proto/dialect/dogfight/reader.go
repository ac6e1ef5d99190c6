package dogfight

// Reader is the client's end of a stream: it finds the states in segments of any size. The zero value is ready. It needs no byte
// after a state, so it returns each as soon as it is whole.
type Reader struct {
	ID ID // the client's own; zero until it has come

	framer framer
	state  State
}

// Take reads p up to the end of a state, and returns that and the rest of p. The state is nil if p ends before it does, and good
// until the next call. After an error the stream cannot be read further.
func (r *Reader) Take(p []byte) (s *State, rest []byte, err error) {
	if r.ID == (ID{}) {
		if p, err = r.takeID(p); err != nil || len(p) == 0 {
			return nil, nil, err
		}
	}
	message, rest, err := r.framer.next(p, stateExtent)
	if message == nil {
		return nil, nil, err
	}
	if err := r.state.Parse(message); err != nil {
		return nil, nil, err
	}
	return &r.state, rest, nil
}

func (r *Reader) takeID(p []byte) (rest []byte, err error) {
	message, rest, err := r.framer.next(p, func([]byte) (int, error) { return idSize, nil })
	if message == nil {
		return nil, err
	}
	c := read(message, "handshake")
	c.id(&r.ID)
	return rest, c.Err
}

// stateExtent is an extent.
func stateExtent(p []byte) (int, error) {
	l, more, err := layoutOf(p)
	if more == 0 {
		more = l.size()
	}
	return more, err
}

// framer joins the segments of a stream into messages. It holds at most one message. The zero value is ready.
type framer struct {
	held []byte
}

// extent returns the least length of a message that begins with p. If that is len(p), the message is whole.
type extent func(p []byte) (int, error)

// next reads p up to the end of a message, and returns that and the rest of p. The message is nil if p ends before it does, and
// good until the next call.
func (g *framer) next(p []byte, size extent) (message, rest []byte, err error) {
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
