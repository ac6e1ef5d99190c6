package proto

import (
	"math/bits"

	"dogfight/game"
)

// shots sends the shots that the ship has in flight.
func (c *worldCoder) shots(s *game.Ship, shots *[game.MaxShots]game.Shot) {
	var last origin
	for live := s.Live; live != 0 && !c.bad; live &= live - 1 {
		last = c.shot(s, &shots[bits.TrailingZeros8(live)], last)
	}
}

// origin is where a shot began, in whole units, and how much is left of it.
type origin struct {
	x, y int32
	left uint16
}

// shot sends one shot. It began at a whole unit, so that where it is follows
// from where it began, how it was fired and how long ago. Last is the origin of
// the ship's shot before.
func (c *worldCoder) shot(s *game.Ship, shot *game.Shot, last origin) origin {
	usually(c, &shot.Weapon, s.Weapon, c.weaponBits)
	if int(shot.Weapon) >= len(c.setup.Weapons) {
		c.bad = true
		return last
	}
	weapon := &c.setup.Weapons[shot.Weapon]
	fixed(&c.coder, &shot.Left, uint(bits.Len16(weapon.Life)))
	if c.flag(shot.Prey != 0) {
		fixed(&c.coder, &shot.Prey, slotBits+1)
	}
	c.aim(s, shot, weapon)

	age := int32(weapon.Life) - int32(shot.Left)
	x, y := shot.X-shot.VX*age, shot.Y-shot.VY*age
	if !c.flag((x|y)&(game.One-1) == 0 && c.inside(x, y)) {
		c.place(&shot.X, &shot.Y)
		return last
	}
	began := origin{x / game.One, y / game.One, shot.Left}
	c.began(&began, guess(s, age, last, shot.Left))
	if c.reading {
		shot.X, shot.Y = began.x*game.One+shot.VX*age, began.y*game.One+shot.VY*age
	}
	return began
}

// aim sends the velocity of a shot as the course along which it was fired, and
// its place in the fan.
func (c *worldCoder) aim(s *game.Ship, shot *game.Shot, weapon *game.Weapon) {
	course, fan, found := s.Facing, uint8(0), false
	if !c.reading {
		course, fan, found = firedAlong(shot, weapon, s.Facing)
	}
	if !c.flag(found) {
		signed(&c.coder, &shot.VX, shotBits)
		signed(&c.coder, &shot.VY, shotBits)
		return
	}
	usually(c, &course, s.Facing, courseBits)
	if weapon.Fan > 1 {
		fixed(&c.coder, &fan, 2)
	}
	if c.reading {
		shot.VX, shot.VY = game.ShotVelocity(weapon, course, int(fan))
	}
}

// shotBits hold a shot's velocity along an axis.
const shotBits = 14

// firedAlong returns how a ship may have given the shot its velocity, if it can:
// along its facing rather than another course.
func firedAlong(shot *game.Shot, weapon *game.Weapon, facing game.Course) (game.Course, uint8, bool) {
	for turn := range game.Course(game.Courses) {
		course := (facing + turn) % game.Courses
		for fan := range weapon.Fan {
			if vx, vy := game.ShotVelocity(weapon, course, int(fan)); vx == shot.VX && vy == shot.VY {
				return course, fan, true
			}
		}
	}
	return 0, 0, false
}

// guess returns where a shot of that age probably began: with the one before,
// if that is of the same tick, else where the ship was if it flew straight since.
func guess(s *game.Ship, age int32, last origin, left uint16) origin {
	if last.left == left {
		return last
	}
	return origin{(s.X - s.VX*age) / game.One, (s.Y - s.VY*age) / game.One, left}
}

// The sizes of an origin's distance from its guess, in three bits: none, two
// numbers of size+2 bits, or the origin itself.
const (
	sizeNone  = 0
	sizeWhole = 7
	sizeShift = 2
)

// began sends an origin as its distance from the guess.
func (c *worldCoder) began(o *origin, guess origin) {
	dx, dy := o.x-guess.x, o.y-guess.y
	size := distanceSize(dx, dy)
	fixed(&c.coder, &size, 3)
	switch size {
	case sizeNone:
		dx, dy = 0, 0
	case sizeWhole:
		c.raw(&o.x, c.xBits-unitBits)
		c.raw(&o.y, c.yBits-unitBits)
		return
	default:
		signed(&c.coder, &dx, uint(size)+sizeShift)
		signed(&c.coder, &dy, uint(size)+sizeShift)
	}
	if c.reading {
		o.x, o.y = guess.x+dx, guess.y+dy
	}
}

// unitBits is log2 of game.One.
const unitBits = 8

// distanceSize returns the smallest size that (dx, dy) fits.
func distanceSize(dx, dy int32) uint8 {
	if dx|dy == 0 {
		return sizeNone
	}
	n := bits.Len32(uint32((dx^dx>>31)|(dy^dy>>31))) + 1
	return uint8(min(max(n-sizeShift, 1), sizeWhole))
}
