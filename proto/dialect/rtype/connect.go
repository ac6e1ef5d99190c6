package rtype

import "encoding/binary"

// Connect asks for a ship.
type Connect struct {
	ClientID uint32 // of an earlier Accept, or 0; the code has none
}

// Append appends the packet.
func (m *Connect) Append(b []byte, w Wire) []byte {
	return w.appendClient(b, ConnectType, m.ClientID)
}

// Parse reads the packet from p, which must hold nothing else.
func (m *Connect) Parse(p []byte, w Wire) (err error) {
	m.ClientID, err = w.parseClient(p, ConnectType, "client id")
	return err
}

// Accept grants a ship. It is as long as a Connect.
type Accept struct {
	AssignedID uint32 // the client's, and that of its ship; the code has none
}

// Append appends the packet.
func (m *Accept) Append(b []byte, w Wire) []byte {
	return w.appendClient(b, AcceptType, m.AssignedID)
}

// Parse reads the packet from p, which must hold nothing else.
func (m *Accept) Parse(p []byte, w Wire) (err error) {
	m.AssignedID, err = w.parseClient(p, AcceptType, "assigned id")
	return err
}

// ClientID returns the sender of a Connect, of either flavour, as it says: 0 is one that is
// new. It reports false for anything else.
func ClientID(p []byte) (id uint32, ok bool) {
	var m Connect
	if m.Parse(p, Wire{}) == nil {
		return m.ClientID, true
	}
	return 0, m.Parse(p, Wire{Code: true}) == nil
}

// IsKeys reports whether a packet is an INPUT of the code. Where the client is local, a
// session may begin with it, as its CONNECT may be lost.
func IsKeys(p []byte) bool {
	var m InputFlags
	return m.Parse(p, Wire{Code: true}) == nil
}

func (w Wire) appendClient(b []byte, t Type, id uint32) []byte {
	b = w.appendHeader(b, t, w.either(8, headerSize))
	if w.Code {
		return b
	}
	return binary.BigEndian.AppendUint32(b, id)
}

func (w Wire) parseClient(p []byte, t Type, field string) (id uint32, err error) {
	r := w.open(p, t)
	if !w.Code {
		id = r.U32(field)
	}
	return id, r.End()
}
