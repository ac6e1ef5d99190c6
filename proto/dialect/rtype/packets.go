package rtype

import (
	"fmt"

	"dogfight/game"
	"dogfight/proto"
	"dogfight/proto/dialect"
)

// Connect asks for a ship.
type Connect struct {
	ClientID uint32 // of an earlier Accept, or 0; the code has none
}

// Append appends the packet.
func (m *Connect) Append(b []byte, w Wire) []byte {
	c := w.write(b, ConnectType)
	m.fields(&c)
	return c.finish(len(b))
}

// Parse reads the packet, which must fill p.
func (m *Connect) Parse(p []byte, w Wire) error {
	c := w.read(p, ConnectType)
	m.fields(&c)
	return c.End()
}

func (m *Connect) fields(c *coder) {
	if !c.wire.Code {
		proto.U32(&c.FieldCoder, "client id", &m.ClientID)
	}
}

// ClientID returns the id in a Connect of either flavour, 0 for a new client. It reports false for any other packet.
func ClientID(p []byte) (id uint32, ok bool) {
	var m Connect
	if m.Parse(p, Wire{}) == nil {
		return m.ClientID, true
	}
	return 0, m.Parse(p, Wire{Code: true}) == nil
}

// Accept grants a ship. It is as long as a Connect.
type Accept struct {
	AssignedID uint32 // the client's, and that of its ship; the code has none
}

// Append appends the packet.
func (m *Accept) Append(b []byte, w Wire) []byte {
	c := w.write(b, AcceptType)
	m.fields(&c)
	return c.finish(len(b))
}

// Parse reads the packet, which must fill p.
func (m *Accept) Parse(p []byte, w Wire) error {
	c := w.read(p, AcceptType)
	m.fields(&c)
	return c.End()
}

func (m *Accept) fields(c *coder) {
	if !c.wire.Code {
		proto.U32(&c.FieldCoder, "assigned id", &m.AssignedID)
	}
}

// Signal is a packet of a type alone: PING, DISCONNECT, REJECT, GAMEOVER or PONG.
type Signal struct {
	Type Type
}

// Append appends the packet.
func (m *Signal) Append(b []byte, w Wire) []byte {
	c := w.write(b, m.Type)
	return c.finish(len(b))
}

// Parse reads the packet, which must fill p.
func (m *Signal) Parse(p []byte, w Wire) error {
	t, err := w.TypeOf(p)
	if err != nil {
		return err
	}
	m.Type = t
	c := w.read(p, t)
	switch t {
	case PingType, DisconnectType, RejectType, GameOverType, PongType:
	default:
		c.Fail("type", "one without fields", t)
	}
	return c.End()
}

// Input is the input of a pilot in the document's form. The code has InputFlags alone.
type Input struct {
	Entity   uint32  // the own one
	DX, DY   float32 // the course, each -1 to 1; y grows downwards
	Shooting bool
}

const inputSize = 17

// deadZone is the length of (DX, DY) below which a stick is at rest.
const deadZone = 0.2

// Append appends the packet of 17 bytes.
func (m *Input) Append(b []byte, w Wire) []byte {
	c := w.write(b, InputType)
	m.fields(&c)
	return c.finish(len(b))
}

// Parse reads the packet, which must fill p, with or without the byte of padding that some compilers add.
func (m *Input) Parse(p []byte, w Wire) error {
	c := w.read(p, InputType)
	if w.Code {
		c.Fail("form", "flags", "another")
	}
	if m.fields(&c); len(c.Left) == 1 {
		c.U8("padding")
	}
	return c.End()
}

func (m *Input) fields(c *coder) {
	proto.U32(&c.FieldCoder, "entity", &m.Entity)
	c.axis("dx", &m.DX)
	c.axis("dy", &m.DY)
	c.Bool("shooting", &m.Shooting)
}

// Held returns the game's input nearest to the packet.
func (m *Input) Held() game.Input {
	in := game.Steer(game.Idle)
	if m.DX*m.DX+m.DY*m.DY >= deadZone*deadZone {
		in = game.Steer(dialect.CourseOf(m.DX, m.DY))
	}
	if m.Shooting {
		in |= game.Fire
	}
	return in
}

// InputFlags is the input of a pilot in the code's form. The document knows it too.
type InputFlags struct {
	Flags Flags
}

// Flags are buttons. Bits without a name mean nothing.
type Flags uint8

// The buttons.
const (
	Up    Flags = 1 << 0
	Down  Flags = 1 << 1
	Left  Flags = 1 << 2
	Right Flags = 1 << 3
	Shoot Flags = 1 << 4
)

const inputFlagsSize = headerSize + 1

// Append appends the packet.
func (m *InputFlags) Append(b []byte, w Wire) []byte {
	c := w.write(b, InputType)
	m.fields(&c)
	return c.finish(len(b))
}

// Parse reads the packet, which must fill p.
func (m *InputFlags) Parse(p []byte, w Wire) error {
	c := w.read(p, InputType)
	m.fields(&c)
	return c.End()
}

func (m *InputFlags) fields(c *coder) { proto.U8(&c.FieldCoder, "flags", &m.Flags) }

// IsKeys reports whether a packet is an INPUT of the code. For a local client a session may begin with it, as its CONNECT may
// be lost.
func IsKeys(p []byte) bool {
	var m InputFlags
	return m.Parse(p, Wire{Code: true}) == nil
}

// Held returns the buttons as the game's input. Opposite ones cancel each other.
func (m *InputFlags) Held() game.Input {
	in := game.Steer(game.CourseOf(m.Flags.pull(Right, Left), m.Flags.pull(Down, Up)))
	if m.Flags&Shoot != 0 {
		in |= game.Fire
	}
	return in
}

// pull returns 1, -1 or 0 by which of two buttons is down.
func (f Flags) pull(to, from Flags) (v int32) {
	if f&to != 0 {
		v++
	}
	if f&from != 0 {
		v--
	}
	return v
}

// EntityCreate announces an entity that was not in the last Snapshot.
type EntityCreate struct {
	ID     uint64  // at most 32 bits, but in the code
	X, Y   float32 // units
	Sprite uint16
}

// Append appends the packet.
func (m *EntityCreate) Append(b []byte, w Wire) []byte {
	c := w.write(b, EntityCreateType)
	m.fields(&c)
	return c.finish(len(b))
}

// Parse reads the packet, which must fill p.
func (m *EntityCreate) Parse(p []byte, w Wire) error {
	c := w.read(p, EntityCreateType)
	m.fields(&c)
	return c.End()
}

func (m *EntityCreate) fields(c *coder) {
	c.id("id", &m.ID)
	c.float("x", &m.X)
	c.float("y", &m.Y)
	proto.U16(&c.FieldCoder, "sprite", &m.Sprite)
}

// EntityDestroy reports that an entity is gone.
type EntityDestroy struct {
	ID uint64 // at most 32 bits, but in the code
}

// Append appends the packet.
func (m *EntityDestroy) Append(b []byte, w Wire) []byte {
	c := w.write(b, EntityDestroyType)
	m.fields(&c)
	return c.finish(len(b))
}

// Parse reads the packet, which must fill p.
func (m *EntityDestroy) Parse(p []byte, w Wire) error {
	c := w.read(p, EntityDestroyType)
	m.fields(&c)
	return c.End()
}

func (m *EntityDestroy) fields(c *coder) { c.id("id", &m.ID) }

// DamageEvent reports that an entity lost hit points.
type DamageEvent struct {
	ID     uint32
	Amount uint16
}

// Append appends the packet.
func (m *DamageEvent) Append(b []byte, w Wire) []byte {
	c := w.write(b, DamageEventType)
	m.fields(&c)
	return c.finish(len(b))
}

// Parse reads the packet, which must fill p.
func (m *DamageEvent) Parse(p []byte, w Wire) error {
	c := w.read(p, DamageEventType)
	m.fields(&c)
	return c.End()
}

func (m *DamageEvent) fields(c *coder) {
	proto.U32(&c.FieldCoder, "id", &m.ID)
	proto.U16(&c.FieldCoder, "amount", &m.Amount)
}

// Snapshot lists the visible entities.
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

// MaxEntities is the most entities in a Snapshot of a host: as many as fit into a datagram that no network fragments.
const MaxEntities = 63

func (w Wire) snapshotSize(entities int) int {
	return w.either(10, 6) + entities*w.entitySize()
}

func (w Wire) entitySize() int {
	if w.Later {
		return 20
	}
	return w.either(22, 17)
}

// Append appends the packet. Entities beyond MaxEntities are left out.
func (m *Snapshot) Append(b []byte, w Wire) []byte {
	c := w.write(b, SnapshotType)
	m.fields(&c)
	return c.finish(len(b))
}

// Parse reads the packet, which must fill p. It accepts any number of entities, and reuses Entities.
func (m *Snapshot) Parse(p []byte, w Wire) error {
	m.Tick, m.Entities = 0, m.Entities[:0]
	c := w.read(p, SnapshotType)
	m.fields(&c)
	return c.End()
}

func (m *Snapshot) fields(c *coder) {
	if !c.wire.Code {
		proto.U32(&c.FieldCoder, "tick", &m.Tick)
	}
	n := min(len(m.Entities), MaxEntities)
	proto.U16(&c.FieldCoder, "entity count", &n)
	if want := n * c.wire.entitySize(); c.Reading && c.Err == nil && len(c.Left) < want {
		c.Fail("entities", fmt.Sprint(want, " bytes"), len(c.Left))
	}
	for i := 0; i < n && c.Err == nil; i++ {
		if c.Reading {
			m.Entities = append(m.Entities, SnapshotEntity{})
		}
		m.Entities[i].fields(c)
	}
}

func (e *SnapshotEntity) fields(c *coder) {
	c.id("entity id", &e.ID)
	c.float("entity x", &e.X)
	c.float("entity y", &e.Y)
	switch {
	case c.wire.Later:
		proto.U32(&c.FieldCoder, "entity sprite", &e.Sprite)
		return
	case c.wire.Code:
		proto.U8(&c.FieldCoder, "entity sprite", &e.Sprite)
		return
	}
	c.float("entity vx", &e.VX)
	c.float("entity vy", &e.VY)
	proto.U16(&c.FieldCoder, "entity sprite", &e.Sprite)
}
