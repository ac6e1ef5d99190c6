package carnage

import (
	"dogfight/game"
	"dogfight/proto"
)

// Record is the state of space at one moment.
type Record struct {
	Time     float32 // seconds since the match began
	Entities []Entity
}

// ticksPerRecord is the number of ticks from one Record to the next.
const ticksPerRecord = game.TickRate / 20

// Type returns RecordType.
func (*Record) Type() Type { return RecordType }

func (m *Record) fields(c *proto.FieldCoder) {
	proto.F32(c, "time", &m.Time)
	for i := range count(c, "entities", len(m.Entities), entityHead) {
		if c.Reading {
			m.Entities = append(m.Entities, Entity{}) // one by one: they are larger here than their bytes
		}
		if m.Entities[i].fields(c); c.Reading && c.Err != nil {
			return
		}
	}
}

// Entity describes one thing in a Record. With neither Static nor Dynamic it is gone.
type Entity struct {
	Type    EntityType
	ID      uint32
	Static  bool // with the data that rarely change
	Dynamic bool // with the other data

	// By Type, one of these.
	Player Player
	Barrel Barrel
	Orb    Orb
	Bullet Bullet
}

// EntityType is the kind of an Entity.
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

// entityHead is the least size of an entity: its code and id.
const entityHead = 1 + 4

func (e *Entity) fields(c *proto.FieldCoder) {
	code := uint8(e.Type) & entityTypeMask
	if e.Static {
		code |= containsStatic
	}
	if e.Dynamic {
		code |= containsDynamic
	}
	if proto.U8(c, "entity code", &code); c.Reading {
		e.Type = EntityType(code & entityTypeMask)
		e.Static, e.Dynamic = code&containsStatic != 0, code&containsDynamic != 0
	}
	proto.U32(c, "entity id", &e.ID)
	body := e.body()
	if body == nil {
		c.Fail("entity type", "0 to 3", uint8(e.Type))
		return
	}
	if e.Static {
		body.static(c)
	}
	if e.Dynamic {
		body.dynamic(c)
	}
}

// body is the data of an entity of one type.
type body interface {
	static(c *proto.FieldCoder)
	dynamic(c *proto.FieldCoder)
}

// body returns the data of the entity's type, or nil if that is unknown.
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

// Vec2 is the document's: a position in arena units, or a direction.
type Vec2 struct{ X, Y float32 }

func (v *Vec2) fields(c *proto.FieldCoder, field string) {
	proto.F32(c, field, &v.X)
	proto.F32(c, field, &v.Y)
}

// Player is the data of a ship.
type Player struct {
	PlayerStatic

	Position         Vec2
	Angle            float32 // radians: the direction of its shots
	IconAngle        float32 // radians: the direction of its nose
	HealthPercentage float32 // of its class's hp, at most 100
	Score            float32

	// Seconds, by the clock of Record.Time.
	TimeWhenLastBulletFired         float32
	TimeWhenLastDamaged             float32
	LatestTimeWhenBelowMaxHealth    float32
	LatestTimeWhenNotBelowMaxHealth float32
}

// PlayerStatic is the data of a Player that rarely change.
type PlayerStatic struct {
	Type        uint8 // the team, or 0
	Name        string
	Radius      float32 // that a shot must reach
	WeaponIndex uint8
	ClassIndex  uint8
}

func (p *Player) static(c *proto.FieldCoder) {
	proto.U8(c, "player type", &p.Type)
	text(c, "player name", &p.Name)
	proto.F32(c, "player radius", &p.Radius)
	proto.U8(c, "player weaponIndex", &p.WeaponIndex)
	proto.U8(c, "player classIndex", &p.ClassIndex)
}

func (p *Player) dynamic(c *proto.FieldCoder) {
	p.Position.fields(c, "player position")
	proto.F32(c, "player angle", &p.Angle)
	proto.F32(c, "player iconAngle", &p.IconAngle)
	proto.F32(c, "player healthPercentage", &p.HealthPercentage)
	proto.F32(c, "player score", &p.Score)
	proto.F32(c, "player timeWhenLastBulletFired", &p.TimeWhenLastBulletFired)
	proto.F32(c, "player timeWhenLastDamaged", &p.TimeWhenLastDamaged)
	proto.F32(c, "player latestTimeWhenBelowMaxHealth", &p.LatestTimeWhenBelowMaxHealth)
	proto.F32(c, "player latestTimeWhenNotBelowMaxHealth", &p.LatestTimeWhenNotBelowMaxHealth)
}

// Barrel is the data of a barrel.
type Barrel struct {
	Radius   float32 // that a shot must reach
	Color    float32 // 0: see Orb.Color
	Vertices float32 // corners to draw it with
	Bolts    float32 // to draw on it

	Position         Vec2
	Angle            float32 // radians; barrels of ours do not turn
	HealthPercentage float32

	// Seconds, by the clock of Record.Time.
	TimeWhenLastDamaged             float32
	LatestTimeWhenBelowMaxHealth    float32
	LatestTimeWhenNotBelowMaxHealth float32
}

func (p *Barrel) static(c *proto.FieldCoder) {
	proto.F32(c, "barrel radius", &p.Radius)
	proto.F32(c, "barrel color", &p.Color)
	proto.F32(c, "barrel vertices", &p.Vertices)
	proto.F32(c, "barrel bolts", &p.Bolts)
}

func (p *Barrel) dynamic(c *proto.FieldCoder) {
	p.Position.fields(c, "barrel position")
	proto.F32(c, "barrel angle", &p.Angle)
	proto.F32(c, "barrel healthPercentage", &p.HealthPercentage)
	proto.F32(c, "barrel timeWhenLastDamaged", &p.TimeWhenLastDamaged)
	proto.F32(c, "barrel latestTimeWhenBelowMaxHealth", &p.LatestTimeWhenBelowMaxHealth)
	proto.F32(c, "barrel latestTimeWhenNotBelowMaxHealth", &p.LatestTimeWhenNotBelowMaxHealth)
}

// Orb is the data of an orb or a power-up.
type Orb struct {
	Radius float32
	Color  float32 // its game.ItemKind
	Random float32 // 0 to 1, for clients that draw no two alike

	Position Vec2
	Angle    float32 // radians; ours do not turn
}

func (p *Orb) static(c *proto.FieldCoder) {
	proto.F32(c, "orb radius", &p.Radius)
	proto.F32(c, "orb color", &p.Color)
	proto.F32(c, "orb random", &p.Random)
}

func (p *Orb) dynamic(c *proto.FieldCoder) {
	p.Position.fields(c, "orb position")
	proto.F32(c, "orb angle", &p.Angle)
}

// Bullet is the data of a shot.
type Bullet struct {
	OwnerRadius float32
	WeaponIndex uint8
	Random      float32 // 0 to 1, for clients that draw no two alike

	Position  Vec2
	Direction Vec2 // of length 1; (0,0) for a mine
}

func (p *Bullet) static(c *proto.FieldCoder) {
	proto.F32(c, "bullet ownerRadius", &p.OwnerRadius)
	proto.U8(c, "bullet weaponIndex", &p.WeaponIndex)
	proto.F32(c, "bullet random", &p.Random)
}

func (p *Bullet) dynamic(c *proto.FieldCoder) {
	p.Position.fields(c, "bullet position")
	p.Direction.fields(c, "bullet direction")
}
