package proto

// Message is one thing that one end says to the other on the control channel.
type Message interface {
	// Type returns the number that opens the message.
	Type() Type
	// Append appends the message, type and body, to b. Text that the other end
	// would refuse is cut down to what it takes.
	Append(b []byte) []byte
	// parse reads the body; the message keeps none of its bytes.
	parse(r *reader)
}

// Parse reads one message, which p must hold from its first byte to its last.
// The error is a *SyntaxError, or a *VersionError when the other end speaks
// another version.
func Parse(p []byte) (Message, error) {
	r := newReader("message", p)
	t := Type(r.U8("type"))
	if r.Err != nil {
		return nil, r.Err
	}
	r.Message = t.String()
	m := messages.make(t)
	if m == nil {
		r.Fail("type", "a known one", uint8(t))
		return nil, r.Err
	}
	m.parse(&r)
	if err := r.End(); err != nil {
		return nil, err
	}
	return m, nil
}

// MaxDatagram is the longest message on the data channel.
const MaxDatagram = 1200
