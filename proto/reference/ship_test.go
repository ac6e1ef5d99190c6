package reference

import (
	"math"

	"dogfight/game"
)

func (c *canvas) ship(slot int) {
	ship := &c.world.Ships[slot]
	ship.State = game.ShipState(c.u(2))
	demand(ship.State <= game.Dead, "expected a state 0 to 2, got %d", ship.State)
	if ship.State == game.Empty {
		return
	}
	ship.Team = c.team()
	ship.Class, ship.Weapon = uint8(c.below(len(c.Classes))), uint8(c.below(len(c.Weapons)))
	ship.X, ship.Y = c.x(), c.y()
	fits := ship.State != game.Flying || c.Arena.HullFits(ship.X, ship.Y)
	demand(fits, "expected a ship in space, got one in rock at %d, %d", ship.X, ship.Y)
	ship.Input = game.Input(c.u(6))
	demand(ship.Input.Valid(), "expected an input, got %02x", ship.Input)
	ship.Facing = c.course(ship.Input.Course())
	demand(ship.Facing != game.Idle, "expected a ship that faces a course, got none")
	c.shipVelocity(ship)
	ship.HP = uint8(c.upTo(2, math.MaxUint8))
	ship.Cooldown, ship.Boost = uint8(c.rare(3, math.MaxUint8)), uint8(c.rare(7, math.MaxUint8))
	ship.NextClass, ship.NextWeapon = ship.Class, ship.Weapon
	if c.flag() {
		c.unusual(ship)
	}
	for i := range ship.Attackers {
		a := &ship.Attackers[i]
		if a.Left = uint16(c.rare(8, math.MaxUint16)); a.Left != 0 {
			a.Slot = uint8(c.u(6))
		}
	}
	ship.Live = uint8(c.upTo(3, math.MaxUint8))
	c.score(ship)
	if c.Mode == game.Last || c.Mode == game.Trails {
		ship.Lives, ship.Wins = uint8(c.upTo(1, math.MaxUint8)), uint8(c.upTo(0, math.MaxUint8))
	}
	c.shots(ship, &c.world.Shots[slot])
}

// course reads a course that is often the usual one.
func (c *canvas) course(usual game.Course) game.Course {
	course := game.Course(c.like(4, int(usual)))
	demand(course < game.Courses, "expected a course 0 to 8, got %d", course)
	return course
}

func (c *canvas) shipVelocity(ship *game.Ship) {
	var vx, vy int32
	if ship.State == game.Flying {
		vx, vy = flight{c.Classes[ship.Class], ship.Input.Course()}.forLong()
	}
	ship.VX, ship.VY = c.speed(vx), c.speed(vy)
}

// speed reads a velocity along an axis that is often the usual one.
func (c *canvas) speed(usual int32) int32 {
	if c.flag() {
		return usual
	}
	v := int32(c.s(12))
	demand(v != usual, "expected another velocity than %d, got it again", usual)
	return v
}

// unusual reads what only few ships have.
func (c *canvas) unusual(ship *game.Ship) {
	before := *ship
	ship.Respawn, ship.Protect = uint8(c.rare(6, math.MaxUint8)), uint8(c.rare(6, math.MaxUint8))
	ship.Shield, ship.Hits = uint16(c.rare(9, math.MaxUint16)), uint8(c.rare(1, math.MaxUint8))
	ship.Overdrive = uint16(c.rare(9, math.MaxUint16))
	ship.Extra = uint8(c.rare(1, 8))
	ship.Cloak = uint16(c.rare(8, math.MaxUint16))
	ship.Seekers, ship.Level = uint8(c.rare(0, math.MaxUint8)), uint8(c.rare(0, math.MaxUint8))
	ship.NextClass = c.likeBelow(len(c.Classes), ship.Class)
	ship.NextWeapon = c.likeBelow(len(c.Weapons), ship.Weapon)
	demand(*ship != before, "expected something unusual, got nothing")
}

func (c *canvas) score(ship *game.Ship) {
	ship.Kills, ship.Deaths = uint16(c.upTo(3, math.MaxUint16)), uint16(c.upTo(3, math.MaxUint16))
	ship.Assists = uint16(c.upTo(2, math.MaxUint16))
	earned := 10*int(ship.Kills) + 3*int(ship.Assists)
	ship.Score = int32(c.either(3, math.MinInt32, math.MaxInt32) + earned) // modulo 2^32
}
