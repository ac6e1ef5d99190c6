package proto

import (
	"encoding/binary"
	"fmt"
)

// Version is the protocol's. Both ends must have the same.
const Version = 2

// magic tells a client from anything else that may connect.
const magic = "DOGF"

// Hello is a client's first message.
type Hello struct {
	Version uint16 // Parse gives a *VersionError, and no Hello, for any but ours
	Tables  uint32 // likewise: which table codes orders, TableVersion
	Token   Token  // of the seat to be taken back; zero for a new one
	Purpose Purpose
	Pace    uint8  // ticks from one Orders to the next, 1 or 2
	Name    string // may still be refused: see CleanName
}

// Token proves that a seat is one's own.
type Token [16]byte

// Purpose says what a client came for.
type Purpose uint8

// The purposes.
const (
	Play     Purpose = 0
	Spectate Purpose = 1
)

// Type returns HelloType.
func (*Hello) Type() Type { return HelloType }

// Append appends the message.
func (m *Hello) Append(b []byte) []byte {
	b = append(b, byte(HelloType))
	b = append(b, magic...)
	b = binary.BigEndian.AppendUint16(b, m.Version)
	b = binary.BigEndian.AppendUint32(b, m.Tables)
	b = append(b, m.Token[:]...)
	b = append(b, byte(m.Purpose), m.Pace)
	return appendText(b, m.Name, maxName)
}

func (m *Hello) parse(r *reader) {
	r.magic()
	m.Version = r.version()
	m.Tables = r.tables()
	copy(m.Token[:], r.take("token", len(m.Token)))
	m.Purpose = Purpose(r.upTo("purpose", uint8(Spectate)))
	m.Pace = uint8(r.within("pace", uint32(r.u8("pace")), 1, 2))
	m.Name = r.text("name", maxName)
}

// magic reads the magic.
func (r *reader) magic() {
	if p := r.take("magic", len(magic)); p != nil && string(p) != magic {
		r.fail("magic", magic, fmt.Sprintf("%q", p))
	}
}

// version reads a version, which must be ours.
func (r *reader) version() uint16 {
	v := r.u16("version")
	if r.err == nil && v != Version {
		r.err = &VersionError{Theirs: v}
		r.left = nil
	}
	return v
}

// tables reads the number of an order table, which must be ours.
func (r *reader) tables() uint32 {
	v := r.u32("tables")
	if r.err == nil && v != TableVersion {
		r.err = &VersionError{Theirs: Version, TheirTables: v}
		r.left = nil
	}
	return v
}
