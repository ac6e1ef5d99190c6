package dogfight

// Reader finds what the host says in a stream, in whatever segments it comes: the
// client's end of it. The zero value is ready. It needs no byte that is not of the
// state it waits for, so it hands over each as soon as it is whole.
type Reader struct {
	ID ID // the client's own; zero until it has come

	framer framer
	state  State
}

// Take reads p up to the end of a state, and returns that and what is left of p. The
// state is nil if p ends before it does, and good until the next call. After an error
// the stream is of no use any more.
func (r *Reader) Take(p []byte) (s *State, rest []byte, err error) {
	if r.ID == (ID{}) {
		if p, err = r.takeID(p); err != nil || len(p) == 0 {
			return nil, nil, err
		}
	}
	message, rest, err := r.framer.take(p, stateExtent)
	if message == nil {
		return nil, nil, err
	}
	if err := r.state.Parse(message); err != nil {
		return nil, nil, err
	}
	return &r.state, rest, nil
}

func (r *Reader) takeID(p []byte) (rest []byte, err error) {
	message, rest, err := r.framer.take(p, func([]byte) (int, error) { return idSize, nil })
	if message == nil {
		return nil, err
	}
	c := newCursor(message, "handshake")
	r.ID = c.id()
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
