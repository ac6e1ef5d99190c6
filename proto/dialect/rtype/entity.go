package rtype

import "encoding/binary"

// EntityCreate tells of an entity that the last Snapshot did not have.
type EntityCreate struct {
	ID     uint64  // at most 32 bits, but in the code
	X, Y   float32 // units
	Sprite uint16
}

// Append appends the packet.
func (m *EntityCreate) Append(b []byte, w Wire) []byte {
	b = w.appendID(w.appendHeader(b, EntityCreateType, headerSize+w.idSize()+10), m.ID)
	b = w.appendFloat(w.appendFloat(b, m.X), m.Y)
	return binary.BigEndian.AppendUint16(b, m.Sprite)
}

// Parse reads the packet from p, which must hold nothing else.
func (m *EntityCreate) Parse(p []byte, w Wire) error {
	r := w.open(p, EntityCreateType)
	m.ID = r.id("id")
	m.X = r.float("x")
	m.Y = r.float("y")
	m.Sprite = r.U16("sprite")
	return r.End()
}

// EntityDestroy tells that an entity is there no more.
type EntityDestroy struct {
	ID uint64 // at most 32 bits, but in the code
}

// Append appends the packet.
func (m *EntityDestroy) Append(b []byte, w Wire) []byte {
	return w.appendID(w.appendHeader(b, EntityDestroyType, headerSize+w.idSize()), m.ID)
}

// Parse reads the packet from p, which must hold nothing else.
func (m *EntityDestroy) Parse(p []byte, w Wire) error {
	r := w.open(p, EntityDestroyType)
	m.ID = r.id("id")
	return r.End()
}
