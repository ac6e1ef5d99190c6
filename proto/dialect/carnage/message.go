package carnage

import (
	"encoding/binary"
	"fmt"

	"dogfight/game"
	"dogfight/proto"
	"dogfight/proto/dialect"
)

// Message is one message of either end.
type Message interface {
	// Type returns the number that opens the message.
	Type() Type
	// fields codes the fields after the type. The message keeps none of the reader's bytes.
	fields(c *proto.FieldCoder)
}

// Type is the document's MessageType: the number that opens a message.
type Type uint32

// The types, by the document's names.
const (
	HelloRequestType  Type = 0
	HelloResponseType Type = 1
	SpawnRequestType  Type = 2
	SpawnResponseType Type = 3
	InputsType        Type = 4
	RecordType        Type = 5
)

var kinds = [...]struct {
	name string
	make func() Message
}{
	HelloRequestType:  {"MT_HELLO_REQUEST", func() Message { return &HelloRequest{} }},
	HelloResponseType: {"MT_HELLO_RESPONSE", func() Message { return &HelloResponse{} }},
	SpawnRequestType:  {"MT_SPAWN_REQUEST", func() Message { return &SpawnRequest{} }},
	SpawnResponseType: {"MT_SPAWN_RESPONSE", func() Message { return &SpawnResponse{} }},
	InputsType:        {"MT_INPUTS", func() Message { return &Inputs{} }},
	RecordType:        {"MT_RECORD", func() Message { return &Record{} }},
}

// String returns the document's name, or the number of an unknown type.
func (t Type) String() string {
	if int64(t) < int64(len(kinds)) {
		return kinds[t].name
	}
	return fmt.Sprintf("message type %d", uint32(t))
}

// Wire is the framing of messages. It is the same in both directions of a connection.
type Wire struct {
	Wide  bool // a MessageType has 4 bytes instead of 1
	Whole bool // messages travel one by one, as on a WebSocket: without their length
}

// lengthSize is the number of bytes before a message in a stream.
const lengthSize = 4

// Append appends the message, after its length unless the Wire is Whole.
func (w Wire) Append(b []byte, m Message) []byte {
	c := proto.FieldCoder{Out: b, ByteReader: proto.ByteReader{LittleEndian: true}}
	w.append(&c, m)
	return c.Out
}

func (w Wire) append(c *proto.FieldCoder, m Message) {
	start := len(c.Out)
	if !w.Whole {
		c.Out = append(c.Out, 0, 0, 0, 0)
	}
	t := m.Type()
	w.codeType(c, &t)
	m.fields(c)
	if !w.Whole {
		binary.LittleEndian.PutUint32(c.Out[start:], uint32(len(c.Out)-start-lengthSize))
	}
}

// Parse reads one message, which must fill p and has no length before it. The error is a *proto.SyntaxError.
func (w Wire) Parse(p []byte) (Message, error) {
	c := proto.FieldCoder{ByteReader: proto.ByteReader{Left: p, Message: "message", LittleEndian: true}, Reading: true}
	var t Type
	if w.codeType(&c, &t); int64(t) >= int64(len(kinds)) {
		c.Fail("type", "0 to 5", uint32(t))
	}
	if c.Err != nil {
		return nil, c.Err
	}
	m := kinds[t].make()
	c.Message = t.String()
	m.fields(&c)
	if err := c.End(); err != nil {
		return nil, err
	}
	return m, nil
}

func (w Wire) codeType(c *proto.FieldCoder, t *Type) {
	if w.Wide {
		proto.U32(c, "type", t)
	} else {
		proto.U8(c, "type", t)
	}
}

// count codes the length of an Array of n elements with at least size bytes each. Reading, it refuses one for which there are
// not enough bytes.
func count(c *proto.FieldCoder, field string, n, size int) int {
	v := uint32(n)
	if proto.U32(c, field, &v); !c.Reading {
		return n
	}
	if most := len(c.Left) / size; uint64(v) > uint64(most) {
		c.Fail(field, fmt.Sprintf("at most %d by the bytes that follow", most), v)
		return 0
	}
	return int(v)
}

// text codes a String, or an Array<u8>.
func text(c *proto.FieldCoder, field string, s *string) {
	if n := count(c, field, len(*s), 1); c.Reading {
		*s = string(c.Take(field, n))
	} else {
		c.Out = append(c.Out, *s...)
	}
}

// version is the document's VERSION, which it gives no value.
const version = 1

// wideHello is the length of a HelloRequest on a Wide wire; otherwise it is five. By that the host recognises the wire.
const wideHello = 8

// HelloRequest is a client's first message.
type HelloRequest struct {
	Version uint32
}

// Type returns HelloRequestType.
func (*HelloRequest) Type() Type { return HelloRequestType }

func (m *HelloRequest) fields(c *proto.FieldCoder) { proto.U32(c, "version", &m.Version) }

// HelloResponse answers a HelloRequest.
type HelloResponse struct {
	Okay bool // the version is the host's; if not, there is nothing else

	ServerGlobals string // JSON: see the package comment
	Weapons       string // likewise
	Classes       string // likewise
	LevelData     string // the arena's file
}

// Type returns HelloResponseType.
func (*HelloResponse) Type() Type { return HelloResponseType }

func (m *HelloResponse) fields(c *proto.FieldCoder) {
	if c.Reading {
		m.Okay = c.U8("okay") != 0
	} else {
		c.Bool("okay", &m.Okay)
	}
	if !m.Okay {
		return
	}
	text(c, "serverGlobals", &m.ServerGlobals)
	text(c, "weapons", &m.Weapons)
	text(c, "classes", &m.Classes)
	text(c, "levelData", &m.LevelData)
}

// SpawnRequest asks for a ship. Any name parses; the answer judges it.
type SpawnRequest struct {
	Name        string
	WeaponIndex uint8
	ClassIndex  uint8
}

// Type returns SpawnRequestType.
func (*SpawnRequest) Type() Type { return SpawnRequestType }

func (m *SpawnRequest) fields(c *proto.FieldCoder) {
	text(c, "name", &m.Name)
	proto.U8(c, "weaponIndex", &m.WeaponIndex)
	proto.U8(c, "classIndex", &m.ClassIndex)
}

// status returns the first error, in the document's order.
func (m *SpawnRequest) status(setup *game.Setup) SpawnStatus {
	if _, err := dialect.NameOf(m.Name); err != nil {
		return BadName
	}
	if !setup.PilotWeapon(m.WeaponIndex) {
		return BadWeapon
	}
	if !setup.PilotClass(m.ClassIndex) {
		return BadClass
	}
	return Spawned
}

// SpawnResponse answers a SpawnRequest.
type SpawnResponse struct {
	Status SpawnStatus
}

// SpawnStatus is the result of a SpawnRequest.
type SpawnStatus uint8

// The statuses. To clients, all but Spawned are refusals.
const (
	Spawned   SpawnStatus = 0
	BadName   SpawnStatus = 1
	BadWeapon SpawnStatus = 2
	BadClass  SpawnStatus = 3
)

// Type returns SpawnResponseType.
func (*SpawnResponse) Type() Type { return SpawnResponseType }

func (m *SpawnResponse) fields(c *proto.FieldCoder) { proto.U8(c, "status", &m.Status) }
