package carnage

import (
	"encoding/binary"

	"dogfight/proto/dialect"
)

// Entity is one thing in a Record, and what is told of it. With neither Static nor
// Dynamic it is there no more.
type Entity struct {
	Type    EntityType
	ID      uint32
	Static  bool // static data is told: what rarely changes
	Dynamic bool // dynamic data is told

	// By Type, one of these.
	Player Player
	Barrel Barrel
	Orb    Orb
	Bullet Bullet
}

// typeOf returns the type of the things of a kind.
func typeOf(kind dialect.Kind) EntityType {
	switch kind {
	case dialect.Ship:
		return PlayerEntity
	case dialect.Barrel:
		return BarrelEntity
	case dialect.Shot:
		return BulletEntity
	}
	return OrbEntity
}

// EntityType says what an Entity is.
type EntityType uint8

// The types, by the document's names.
const (
	PlayerEntity EntityType = 0
	BarrelEntity EntityType = 1
	OrbEntity    EntityType = 2
	BulletEntity EntityType = 3
)

// The parts of an entity's code.
const (
	containsStatic  = 0x80
	containsDynamic = 0x40
	entityTypeMask  = 0x3f
)

// entityHead is how many bytes an entity has at least: its code and id.
const entityHead = 1 + 4

// body is the data of an entity of one type.
type body interface {
	appendStatic(b []byte) []byte
	appendDynamic(b []byte) []byte
	parseStatic(r *reader)
	parseDynamic(r *reader)
}

// body returns the data that counts, or nil if the type is unknown.
func (e *Entity) body() body {
	switch e.Type {
	case PlayerEntity:
		return &e.Player
	case BarrelEntity:
		return &e.Barrel
	case OrbEntity:
		return &e.Orb
	case BulletEntity:
		return &e.Bullet
	}
	return nil
}

func (e *Entity) append(b []byte) []byte {
	b = append(b, e.code())
	b = binary.LittleEndian.AppendUint32(b, e.ID)
	if e.Static {
		b = e.body().appendStatic(b)
	}
	if e.Dynamic {
		b = e.body().appendDynamic(b)
	}
	return b
}

func (e *Entity) code() uint8 {
	code := uint8(e.Type) & entityTypeMask
	if e.Static {
		code |= containsStatic
	}
	if e.Dynamic {
		code |= containsDynamic
	}
	return code
}

func (e *Entity) parse(r *reader) {
	code := r.U8("entity code")
	e.Type = EntityType(code & entityTypeMask)
	e.Static, e.Dynamic = code&containsStatic != 0, code&containsDynamic != 0
	e.ID = r.U32("entity id")
	body := e.body()
	if body == nil {
		r.Fail("entity type", "0 to 3", uint8(e.Type))
		return
	}
	if e.Static {
		body.parseStatic(r)
	}
	if e.Dynamic {
		body.parseDynamic(r)
	}
}
