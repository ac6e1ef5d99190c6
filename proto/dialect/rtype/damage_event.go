package rtype

import "encoding/binary"

// DamageEvent tells that an entity lost hit points.
type DamageEvent struct {
	ID     uint32
	Amount uint16
}

const damageEventSize = 10

// Append appends the packet.
func (m *DamageEvent) Append(b []byte, w Wire) []byte {
	b = binary.BigEndian.AppendUint32(w.appendHeader(b, DamageEventType, damageEventSize), m.ID)
	return binary.BigEndian.AppendUint16(b, m.Amount)
}

// Parse reads the packet from p, which must hold nothing else.
func (m *DamageEvent) Parse(p []byte, w Wire) error {
	r := w.open(p, DamageEventType)
	m.ID = r.U32("id")
	m.Amount = r.U16("amount")
	return r.End()
}
