package proto

// SetReady tells whether a client wants the waiting match to start or, while results stand, the next one.
type SetReady struct {
	On bool
}

// Type returns SetReadyType.
func (*SetReady) Type() Type { return SetReadyType }

// Append appends the message.
func (m *SetReady) Append(b []byte) []byte {
	return appendFlag(append(b, byte(SetReadyType)), m.On)
}

func (m *SetReady) parse(r *reader) {
	m.On = r.Flag("on")
}

func appendFlag(b []byte, on bool) []byte {
	if on {
		return append(b, 1)
	}
	return append(b, 0)
}
