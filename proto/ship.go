package proto

import "dogfight/game"

// The bits that hold a slot, an input and its course.
const (
	slotBits   = 6
	inputBits  = 6
	courseBits = 4
)

// ship sends everything about a ship but its shots.
func (c *worldCoder) ship(s *game.Ship) {
	fixed(&c.coder, &s.State, 2)
	if s.State == game.Empty {
		return
	}
	fixed(&c.coder, &s.Team, c.teamBits)
	fixed(&c.coder, &s.Class, c.classBits)
	fixed(&c.coder, &s.Weapon, c.weaponBits)
	c.place(&s.X, &s.Y)
	fixed(&c.coder, &s.Input, inputBits)
	usually(c, &s.Facing, s.Input.Course(), courseBits)
	x, y := c.cruise(s)
	c.speed(&s.VX, x)
	c.speed(&s.VY, y)
	small(&c.coder, &s.HP, 2)
	rare(&c.coder, &s.Cooldown, 3)
	rare(&c.coder, &s.Boost, 7)
	c.passing(s)
	for i := range s.Attackers {
		c.attacker(&s.Attackers[i])
	}
	small(&c.coder, &s.Live, 3)
	c.scores(s)
	if c.setup.Mode == game.Last || c.setup.Mode == game.Trails {
		small(&c.coder, &s.Lives, 1)
		small(&c.coder, &s.Wins, 0)
	}
}

// cruise returns the velocity that the ship has when it has held its course for
// a while.
func (c *worldCoder) cruise(s *game.Ship) (vx, vy int32) {
	if s.State != game.Flying || int(s.Class) >= len(c.setup.Classes) {
		return 0, 0
	}
	x, y := s.Input.Course().Vector()
	top := c.setup.Classes[s.Class].TopSpeed
	return x * top / game.One, y * top / game.One
}

// speedBits hold a ship's velocity along an axis, less than a tile a tick.
const speedBits = 12

// speed sends a velocity along an axis: one bit if it is as expected.
func (c *worldCoder) speed(v *int32, expected int32) {
	if !c.flag(*v == expected) {
		signed(&c.coder, v, speedBits)
	} else if c.reading {
		*v = expected
	}
}

// passing sends what a ship has only for a while; one bit if it has none of it.
func (c *worldCoder) passing(s *game.Ship) {
	some := s.Respawn|s.Protect|s.Hits|s.Extra|s.Seekers|s.Level != 0 || s.Shield|s.Overdrive|s.Cloak != 0 ||
		s.NextClass != s.Class || s.NextWeapon != s.Weapon
	if !c.flag(some) {
		if c.reading {
			s.NextClass, s.NextWeapon = s.Class, s.Weapon
		}
		return
	}
	rare(&c.coder, &s.Respawn, 6)
	rare(&c.coder, &s.Protect, 6)
	rare(&c.coder, &s.Shield, 9)
	rare(&c.coder, &s.Hits, 1)
	rare(&c.coder, &s.Overdrive, 9)
	rare(&c.coder, &s.Extra, 1)
	rare(&c.coder, &s.Cloak, 8)
	rare(&c.coder, &s.Seekers, 0)
	rare(&c.coder, &s.Level, 0)
	usually(c, &s.NextClass, s.Class, c.classBits)
	usually(c, &s.NextWeapon, s.Weapon, c.weaponBits)
}

func (c *worldCoder) attacker(a *game.Attacker) {
	if rare(&c.coder, &a.Left, 8); a.Left != 0 {
		fixed(&c.coder, &a.Slot, slotBits)
	}
}

// What a kill and an assist usually give. The rest of a score is little; if the
// rules change, keyframes are longer and still right.
const (
	usualKill   = 10
	usualAssist = 3
)

func (c *worldCoder) scores(s *game.Ship) {
	small(&c.coder, &s.Kills, 3)
	small(&c.coder, &s.Deaths, 3)
	small(&c.coder, &s.Assists, 2)
	usual := usualKill*int32(s.Kills) + usualAssist*int32(s.Assists)
	rest := s.Score - usual
	balanced(&c.coder, &rest, 3)
	if c.reading {
		s.Score = usual + rest
	}
}
