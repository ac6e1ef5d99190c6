package rtype

import (
	"encoding/binary"
	"fmt"

	"dogfight/proto"
)

// Type is the type of a packet, by its number in the document. The code has other numbers for some, and its later commits
// others again.
type Type uint8

// From clients.
const (
	ConnectType    Type = 0x01
	InputType      Type = 0x02
	PingType       Type = 0x03
	DisconnectType Type = 0x04
)

// From the host.
const (
	AcceptType        Type = 0x10
	RejectType        Type = 0x11
	SnapshotType      Type = 0x12
	EntityCreateType  Type = 0x13
	EntityDestroyType Type = 0x14
	DamageEventType   Type = 0x15
	GameOverType      Type = 0x16
	PongType          Type = 0x17

	ScoreType Type = 0x18 // of the later code alone, with another number
)

// kinds has of each type the numbers in the document, in the code and in the later code, 0 for none, and its name.
var kinds = [...]struct {
	of                    Type
	document, code, later uint8
	name                  string
}{
	{ConnectType, 0x01, 0x01, 0x01, "CONNECT"},
	{InputType, 0x02, 0x03, 0x03, "INPUT"},
	{PingType, 0x03, 0x04, 0x04, "PING"},
	{DisconnectType, 0x04, 0x02, 0x02, "DISCONNECT"},
	{AcceptType, 0x10, 0x10, 0x10, "ACCEPT"},
	{RejectType, 0x11, 0x11, 0x11, "REJECT"},
	{SnapshotType, 0x12, 0x12, 0x12, "SNAPSHOT"},
	{EntityCreateType, 0x13, 0x13, 0, "ENTITY_CREATE"},
	{EntityDestroyType, 0x14, 0x14, 0, "ENTITY_DESTROY"},
	{DamageEventType, 0x15, 0x16, 0x14, "DAMAGE_EVENT"},
	{GameOverType, 0x16, 0x17, 0x15, "GAMEOVER"},
	{PongType, 0x17, 0x15, 0x13, "PONG"},
	{ScoreType, 0, 0, 0x16, "SCORE"},
}

// String returns the document's name of the type.
func (t Type) String() string {
	for i := range kinds {
		if kinds[i].of == t {
			return kinds[i].name
		}
	}
	return fmt.Sprintf("packet 0x%02x", uint8(t))
}

// Wire is the format of packets on a listener. The zero value is the document's. Both ends must have the same.
type Wire struct {
	Code            bool // of the program, not its document
	Later           bool // of the program's later commits
	BigEndianFloats bool // of the document's packets; the program's always are
}

// Version is the one version of the protocol.
const Version = 1

const headerSize = 4

// TypeOf checks the header of a packet, which must fill p.
func (w Wire) TypeOf(p []byte) (Type, error) {
	if len(p) < headerSize {
		return 0, fmt.Errorf("header must be %d bytes, got %d", headerSize, len(p))
	}
	if p[1] != Version {
		return 0, fmt.Errorf("header: version must be %d, got %d", Version, p[1])
	}
	size := int(binary.BigEndian.Uint16(p[2:]))
	if !w.Code && p[0] == 0x02 && len(p) == inputSize && size == inputSize+1 {
		return InputType, nil // as the table of the document has it
	}
	if size != len(p) {
		return 0, fmt.Errorf("header: size must be %d, got %d", len(p), size)
	}
	for i := range kinds {
		if n := w.number(i); n != 0 && n == p[0] {
			return kinds[i].of, nil
		}
	}
	return 0, fmt.Errorf("header: type must be known, got 0x%02x", p[0])
}

// number returns the number of one of the kinds, or 0 if the wire does not have it.
func (w Wire) number(kind int) uint8 {
	switch k := &kinds[kind]; {
	case w.Later:
		return k.later
	case w.Code:
		return k.code
	default:
		return k.document
	}
}

// Recognise returns the wire of the code that a packet of a server reveals. If it reveals none, the wire stays as it was: so
// one that was recognised is remembered.
//
//	a SNAPSHOT's length   6 + 17n, or 6 + 20n of the later commits; with n known, only one
//	                      without entities is both
//	type 13               22 bytes, ENTITY_CREATE; or 4, PONG of the later commits
func (w Wire) Recognise(p []byte) Wire {
	if !w.Code || len(p) < headerSize || p[1] != Version || int(binary.BigEndian.Uint16(p[2:])) != len(p) {
		return w
	}
	early, later := Wire{Code: true}, Wire{Code: true, Later: true}
	switch {
	case p[0] == 0x13 && len(p) == headerSize:
		return later
	case p[0] == 0x13 && len(p) == 22:
		return early
	case p[0] != 0x12 || len(p) < early.snapshotSize(0):
		return w
	}
	switch n := int(binary.BigEndian.Uint16(p[headerSize:])); {
	case n > 0 && len(p) == early.snapshotSize(n):
		return early
	case n > 0 && len(p) == later.snapshotSize(n):
		return later
	}
	return w
}

// either returns a size by the document, or by the code.
func (w Wire) either(document, code int) int {
	if w.Code {
		return code
	}
	return document
}

// coder codes the fields of a packet on a wire.
type coder struct {
	proto.FieldCoder
	wire Wire
}

// write begins a packet after b. Its size is set by finish.
func (w Wire) write(b []byte, t Type) coder {
	number := uint8(0)
	for i := range kinds {
		if kinds[i].of == t {
			number = w.number(i)
		}
	}
	return coder{proto.FieldCoder{Out: append(b, number, Version, 0, 0)}, w}
}

func (c *coder) finish(start int) []byte {
	binary.BigEndian.PutUint16(c.Out[start+2:], uint16(len(c.Out)-start))
	return c.Out
}

// read begins to read a packet after its header, which must be that of the type.
func (w Wire) read(p []byte, want Type) coder {
	c := coder{proto.FieldCoder{ByteReader: proto.ByteReader{Message: want.String()}, Reading: true}, w}
	t, err := w.TypeOf(p)
	switch {
	case err != nil:
		c.Stop(err)
	case t != want:
		c.Fail("type", want.String(), t)
	default:
		c.Left = p[headerSize:]
	}
	return c
}

// id codes the id of an entity.
func (c *coder) id(field string, id *uint64) {
	if c.wire.Code {
		proto.U64(&c.FieldCoder, field, id)
	} else {
		proto.U32(&c.FieldCoder, field, id)
	}
}

// float codes a number that is neither NaN nor infinite.
func (c *coder) float(field string, v *float32) {
	c.LittleEndian = !c.wire.Code && !c.wire.BigEndianFloats
	proto.Finite(&c.FieldCoder, field, v)
	c.LittleEndian = false
}

// axis codes a number that is -1 to 1.
func (c *coder) axis(field string, v *float32) {
	if c.float(field, v); c.Reading && (*v < -1 || *v > 1) {
		c.Fail(field, "-1 to 1", *v)
		*v = 0
	}
}
