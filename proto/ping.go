package proto

import "encoding/binary"

// Ping asks for a Pong. It travels in an Inputs, and so tells besides what only
// the client knows.
type Ping struct {
	Nonce uint8
	RTT   uint16 // of the Ping before, in ms
	Gap   uint8  // the most ticks that lately passed from one Orders to the next
}

func (m *Ping) append(b []byte) []byte {
	b = binary.BigEndian.AppendUint16(append(b, m.Nonce), m.RTT)
	return append(b, m.Gap)
}

func (r *reader) ping() (m Ping) {
	m.Nonce = r.U8("nonce")
	m.RTT = r.U16("rtt")
	m.Gap = r.U8("gap")
	return m
}

// Pong answers a Ping. It travels in an Orders, and so tells besides what only
// the host knows.
type Pong struct {
	Nonce uint8  // the Ping's
	Held  uint16 // how long the answer waited, in 1/10 ms, so that the asker can take it off
	Lost  uint8  // share of the client's packets that are missing, in 1/255
	Work  uint16 // that a tick costs the host, in us
	Late  uint8  // by how much a tick of the host came late at worst, in ms
}

func (m *Pong) append(b []byte) []byte {
	b = binary.BigEndian.AppendUint16(append(b, m.Nonce), m.Held)
	b = binary.BigEndian.AppendUint16(append(b, m.Lost), m.Work)
	return append(b, m.Late)
}

func (r *reader) pong() (m Pong) {
	m.Nonce = r.U8("nonce")
	m.Held = r.U16("held")
	m.Lost = r.U8("lost")
	m.Work = r.U16("work")
	m.Late = r.U8("late")
	return m
}
