package proto

import (
	"encoding/binary"
	"fmt"

	"dogfight/game"
)

// Version is the protocol's. Both ends must have the same.
const Version = 6

// magic tells a client from anything else that may connect.
const magic = "DOGF"

// Hello is a client's first message.
type Hello struct {
	Version uint16 // Parse gives a *VersionError, and no Hello, for any but ours
	Tables  uint32 // likewise: which table codes orders, TableVersion

	RulesVersion uint16 // likewise: game.RulesVersion
	Rules        uint32 // likewise: game.RulesFingerprint

	Token   Token // of the seat to be taken back; zero for a new one
	Purpose Purpose
	Pace    uint8  // ticks from one Orders to the next, 1 or 2
	Name    string // may still be refused: see CleanName
}

// Token proves that a seat is the client's.
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
	b = binary.BigEndian.AppendUint16(b, m.RulesVersion)
	b = binary.BigEndian.AppendUint32(b, m.Rules)
	b = append(b, m.Token[:]...)
	b = append(b, byte(m.Purpose), m.Pace)
	return appendText(b, m.Name, maxName)
}

func (m *Hello) parse(r *reader) {
	r.magic()
	m.Version = r.version()
	m.Tables = r.tables()
	m.RulesVersion, m.Rules = r.rules()
	copy(m.Token[:], r.Take("token", len(m.Token)))
	m.Purpose = Purpose(r.UpTo("purpose", uint8(Spectate)))
	m.Pace = uint8(r.Within("pace", uint32(r.U8("pace")), 1, 2))
	m.Name = r.text("name", maxName)
}

// magic reads the magic.
func (r *reader) magic() {
	if p := r.Take("magic", len(magic)); p != nil && string(p) != magic {
		r.Fail("magic", magic, fmt.Sprintf("%q", p))
	}
}

// version reads a version, which must be ours.
func (r *reader) version() uint16 {
	v := r.U16("version")
	if r.Err == nil && v != Version {
		r.Stop(&VersionError{Theirs: v})
	}
	return v
}

// tables reads the number of an order table, which must be ours.
func (r *reader) tables() uint32 {
	v := r.U32("tables")
	if r.Err == nil && v != TableVersion {
		r.Stop(&VersionError{Theirs: Version, TheirTables: v})
	}
	return v
}

// rules reads which rules a World is stepped by, which must be ours.
func (r *reader) rules() (version uint16, fingerprint uint32) {
	version, fingerprint = r.U16("rules version"), r.U32("rules")
	if r.Err == nil && (version != game.RulesVersion || fingerprint != game.RulesFingerprint) {
		r.Stop(&VersionError{Theirs: Version, TheirTables: TableVersion, TheirRulesVersion: version, TheirRules: fingerprint})
	}
	return version, fingerprint
}
