package rtype

// Signal is a packet that is nothing but its type: PING, DISCONNECT, REJECT, GAMEOVER
// or PONG.
type Signal struct {
	Type Type
}

// Append appends the packet.
func (m *Signal) Append(b []byte, w Wire) []byte {
	return w.appendHeader(b, m.Type, headerSize)
}

// Parse reads the packet from p, which must hold nothing else.
func (m *Signal) Parse(p []byte, w Wire) error {
	t, err := w.TypeOf(p)
	if err != nil {
		return err
	}
	m.Type = t
	r := w.open(p, t)
	switch t {
	case PingType, DisconnectType, RejectType, GameOverType, PongType:
	default:
		r.Fail("type", "one that stands alone", t)
	}
	return r.End()
}
