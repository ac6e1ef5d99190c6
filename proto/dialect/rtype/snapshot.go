package rtype

import (
	"encoding/binary"
	"fmt"
)

// Snapshot is all that there is to see.
type Snapshot struct {
	Tick     uint32 // of the host; the code has none
	Entities []SnapshotEntity
}

// SnapshotEntity is one thing in a Snapshot.
type SnapshotEntity struct {
	ID     uint64  // at most 32 bits, but in the code
	X, Y   float32 // units
	VX, VY float32 // units a second; the code has none
	Sprite uint32  // at most 16 bits in the document, and 8 in the code; 32 in the later code
}

// MaxEntities is how many a host puts into a Snapshot: as many as fit into a
// datagram that no network has to cut up.
const MaxEntities = 63

// Append appends the packet. Entities beyond MaxEntities are left out.
func (m *Snapshot) Append(b []byte, w Wire) []byte {
	entities := m.Entities[:min(len(m.Entities), MaxEntities)]
	b = w.appendHeader(b, SnapshotType, w.snapshotSize(len(entities)))
	if !w.Code {
		b = binary.BigEndian.AppendUint32(b, m.Tick)
	}
	b = binary.BigEndian.AppendUint16(b, uint16(len(entities)))
	for i := range entities {
		b = entities[i].append(b, w)
	}
	return b
}

// Parse reads the packet from p, which must hold nothing else. It takes as many
// entities as there are, into the room that Entities has.
func (m *Snapshot) Parse(p []byte, w Wire) error {
	r := w.open(p, SnapshotType)
	m.Tick, m.Entities = 0, m.Entities[:0]
	if !w.Code {
		m.Tick = r.U32("tick")
	}
	n := int(r.U16("entity count"))
	if want := n * w.entitySize(); r.Err == nil && len(r.Left) < want {
		r.Fail("entities", fmt.Sprint(want, " bytes"), len(r.Left))
	}
	for i := 0; i < n && r.Err == nil; i++ {
		m.Entities = append(m.Entities, r.entity())
	}
	return r.End()
}

func (w Wire) snapshotSize(entities int) int {
	return w.either(10, 6) + entities*w.entitySize()
}

func (w Wire) entitySize() int {
	if w.Later {
		return 20
	}
	return w.either(22, 17)
}

func (e *SnapshotEntity) append(b []byte, w Wire) []byte {
	b = w.appendID(b, e.ID)
	b = w.appendFloat(w.appendFloat(b, e.X), e.Y)
	switch {
	case w.Later:
		return binary.BigEndian.AppendUint32(b, e.Sprite)
	case w.Code:
		return append(b, uint8(e.Sprite))
	}
	b = w.appendFloat(w.appendFloat(b, e.VX), e.VY)
	return binary.BigEndian.AppendUint16(b, uint16(e.Sprite))
}

func (r *reader) entity() (e SnapshotEntity) {
	e.ID = r.id("entity id")
	e.X = r.float("entity x")
	e.Y = r.float("entity y")
	switch {
	case r.wire.Later:
		e.Sprite = r.U32("entity sprite")
		return e
	case r.wire.Code:
		e.Sprite = uint32(r.U8("entity sprite"))
		return e
	}
	e.VX = r.float("entity vx")
	e.VY = r.float("entity vy")
	e.Sprite = uint32(r.U16("entity sprite"))
	return e
}
