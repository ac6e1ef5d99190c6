package proto

import (
	"math/bits"

	"dogfight/game"
)

// The bits of a slot, an input and its course.
const (
	slotBits   = 6
	inputBits  = 6
	courseBits = 4
)

// ship codes a ship without its shots.
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
	if c.setup.Mode.Rounds() {
		small(&c.coder, &s.Lives, 1)
		small(&c.coder, &s.Wins, 0)
	}
}

// cruise returns the velocity that the ship reaches on its course.
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

// speed codes a velocity along an axis: one bit if it is as expected.
func (c *worldCoder) speed(v *int32, expected int32) {
	if !c.flag(*v == expected) {
		signed(&c.coder, v, speedBits)
	} else if c.reading {
		*v = expected
	}
}

// passing codes the temporary state of a ship; one bit if there is none.
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

// The usual points for a kill and an assist. The rest of a score is small; if the rules change, keyframes are longer but still
// correct.
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

// barrel codes a barrel with its tile at home.
func (c *worldCoder) barrel(b *game.Barrel, home game.Point) {
	small(&c.coder, &b.HP, 2)
	rare(&c.coder, &b.Timer, 10)
	if c.flag(*b == game.Barrel{HP: b.HP, Timer: b.Timer}) {
		return // gone, and nowhere
	}
	c.drift(&b.X, &b.VX, home.X, c.width)
	c.drift(&b.Y, &b.VY, home.Y, c.height)
}

// drift codes one axis of a barrel. It drifts to and fro in steps of one size from home, so that the number of steps gives its
// place.
func (c *worldCoder) drift(at, v *int32, home, size int32) {
	balanced(&c.coder, v, 5)
	if *v < -maxDrift || *v > maxDrift {
		c.bad = true
		return
	}
	step := max(*v, -*v)
	if !c.flag(inStep(*at-home, step)) {
		c.raw(at, bitsBelow(int(size)))
		return
	}
	steps := int32(0)
	if step > 0 {
		steps = *at / step
		c.raw(&steps, bitsBelow(int(size/step)+1))
		home %= step
	}
	if c.reading {
		*at = home + steps*step
	}
}

// maxDrift is the highest speed of a barrel along an axis, less than half a tile a tick.
const maxDrift = game.TileSize*game.One/2 - 1

// inStep reports whether the distance is a whole number of steps.
func inStep(distance, step int32) bool {
	if step == 0 {
		return distance == 0
	}
	return distance%step == 0
}

// pad codes the item of the pad at home.
func (c *worldCoder) pad(item *game.Item, home game.Point) {
	fixed(&c.coder, &item.Kind, 4)
	rare(&c.coder, &item.Timer, 9)
	if !c.flag(item.X == home.X && item.Y == home.Y) {
		c.place(&item.X, &item.Y)
	} else if c.reading {
		item.X, item.Y = home.X, home.Y
	}
}

// drop codes an item that a barrel left.
func (c *worldCoder) drop(item *game.Item) {
	if rare(&c.coder, &item.Kind, 2); item.Kind == game.NoItem {
		return
	}
	c.place(&item.X, &item.Y)
	small(&c.coder, &item.Timer, 10)
}

// shots codes the shots of a ship.
func (c *worldCoder) shots(s *game.Ship, shots *[game.MaxShots]game.Shot) {
	var last origin
	for live := s.Live; live != 0 && !c.bad; live &= live - 1 {
		last = c.shot(s, &shots[bits.TrailingZeros8(live)], last)
	}
}

// origin is the place where a shot began, in whole units, and its time left.
type origin struct {
	x, y int32
	left uint16
}

// shot codes one shot. It began at a whole unit, so that its place follows from its origin, velocity and age. Last is the origin
// of the ship's shot before.
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

// aim codes the velocity of a shot as the course along which it was fired, and its place in the fan.
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

// firedAlong returns a course and a place in the fan that give the shot its velocity, if there are any: rather those of the
// ship's facing.
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

// guess returns the probable origin of a shot of that age: that of the shot before if it is of the same tick, else the place of
// the ship if it has flown straight since.
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

// began codes an origin as its distance from the guess.
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
