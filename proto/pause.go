package proto

// Pause holds a match, or lets it run on. From a client it says whether its player is
// where they cannot play, such as in a menu; from a host, whether the match stands still.
type Pause struct {
	On bool
}

// Type returns PauseType.
func (*Pause) Type() Type { return PauseType }

// Append appends the message.
func (m *Pause) Append(b []byte) []byte {
	return appendFlag(append(b, byte(PauseType)), m.On)
}

func (m *Pause) parse(r *reader) {
	m.On = r.Flag("on")
}
