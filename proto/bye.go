package proto

// Bye ends the connection in good order: the client leaves its seat for good, or
// the host closes the match.
type Bye struct {
	Reason string // fit to be shown
}

// Type returns ByeType.
func (*Bye) Type() Type { return ByeType }

// Append appends the message.
func (m *Bye) Append(b []byte) []byte {
	return appendText(append(b, byte(ByeType)), m.Reason, MaxReason)
}

func (m *Bye) parse(r *reader) {
	m.Reason = r.text("reason", MaxReason)
}

// Kick tells a client that the host throws it out.
type Kick struct {
	Reason string // fit to be shown
}

// Type returns KickType.
func (*Kick) Type() Type { return KickType }

// Append appends the message.
func (m *Kick) Append(b []byte) []byte {
	return appendText(append(b, byte(KickType)), m.Reason, MaxReason)
}

func (m *Kick) parse(r *reader) {
	m.Reason = r.text("reason", MaxReason)
}
