package reference

import "dogfight/game"

// shots reads the shots of a ship.
func (c *canvas) shots(ship *game.Ship, all *[game.MaxShots]game.Shot) {
	var last *origin
	for i := range all {
		if ship.Live&(1<<i) == 0 {
			continue
		}
		if began := c.shot(&all[i], ship, last); began != nil {
			last = began
		}
	}
}

// origin is where a shot began, in whole units, and what is left of it.
type origin struct {
	x, y int
	left int
}

// shot reads a shot of the ship and returns where it began, nil if at no whole
// unit. last is the last one of the ship's shots before it that did, or nil.
func (c *canvas) shot(shot *game.Shot, ship *game.Ship, last *origin) *origin {
	shot.Weapon = c.likeBelow(len(c.Weapons), ship.Weapon)
	weapon := &c.Weapons[shot.Weapon]
	shot.Left = uint16(c.u(width(int(weapon.Life))))
	demand(1 <= shot.Left && shot.Left <= weapon.Life, "expected 1 to %d left, got %d", weapon.Life, shot.Left)
	if c.flag() {
		shot.Prey = uint8(c.u(7))
		demand(1 <= shot.Prey && shot.Prey <= game.MaxShips, "expected a prey 1 to 64, got %d", shot.Prey)
	}
	c.shotVelocity(shot, weapon, ship.Facing)
	flown := int(weapon.Life) - int(shot.Left)
	if !c.flag() {
		shot.X, shot.Y = c.x(), c.y()
		began := c.began(shot, flown)
		demand(began == nil, "expected a shot that began at no whole unit, got one from %v", began)
		return nil
	}
	x, y := c.origin(guess(ship, shot, last, flown))
	width, height := c.room()
	shot.X = landed(x*game.One+int(shot.VX)*flown, width)
	shot.Y = landed(y*game.One+int(shot.VY)*flown, height)
	return &origin{x, y, int(shot.Left)}
}

// landed returns where a shot is along an axis of so many places.
func landed(at, room int) int32 {
	demand(0 <= at && at < room, "expected a shot in the arena, got one at %d", at)
	return int32(at)
}

// shotVelocity reads a shot's velocity.
func (c *canvas) shotVelocity(shot *game.Shot, weapon *game.Weapon, facing game.Course) {
	if !c.flag() {
		shot.VX, shot.VY = c.upToShotSpeed(), c.upToShotSpeed()
		_, _, given := byRules(shot, weapon, facing)
		demand(!given, "expected a velocity that no rule gives, got %d, %d", shot.VX, shot.VY)
		return
	}
	course, fan := c.course(facing), 0
	if weapon.Fan == 3 {
		fan = int(c.u(2))
		demand(fan < 3, "expected a number in the fan 0 to 2, got %d", fan)
	}
	shot.VX, shot.VY = game.ShotVelocity(weapon, course, fan)
	firstCourse, firstFan, _ := byRules(shot, weapon, facing)
	first := course == firstCourse && fan == firstFan
	demand(first, "expected course %d and fan %d, got %d and %d", firstCourse, firstFan, course, fan)
}

func (c *canvas) upToShotSpeed() int32 {
	v := int32(c.s(14))
	demand(-game.MaxShotSpeed <= v && v <= game.MaxShotSpeed, "expected a velocity up to %d, got %d", game.MaxShotSpeed, v)
	return v
}

// byRules returns the first course, from the one faced on, and number in the fan
// that give the shot its velocity, if any do.
func byRules(shot *game.Shot, weapon *game.Weapon, facing game.Course) (game.Course, int, bool) {
	for i := range game.Course(game.Courses) {
		course := (facing + i) % game.Courses
		for fan := range int(weapon.Fan) {
			vx, vy := game.ShotVelocity(weapon, course, fan)
			if vx == shot.VX && vy == shot.VY {
				return course, fan, true
			}
		}
	}
	return 0, 0, false
}

// began returns where a shot began that has flown for so many ticks, nil if that
// is no whole unit of the arena.
func (c *canvas) began(shot *game.Shot, flown int) *origin {
	x, y := int(shot.X)-int(shot.VX)*flown, int(shot.Y)-int(shot.VY)*flown
	width, height := c.room()
	inside := 0 <= x && x < width && 0 <= y && y < height
	if !inside || x%game.One != 0 || y%game.One != 0 {
		return nil
	}
	return &origin{x / game.One, y / game.One, int(shot.Left)}
}

// guess returns where a shot that has flown for so many ticks is guessed to have
// begun, in whole units.
func guess(ship *game.Ship, shot *game.Shot, last *origin, flown int) (x, y int) {
	if last != nil && last.left == int(shot.Left) {
		return last.x, last.y
	}
	return (int(ship.X) - int(ship.VX)*flown) / game.One, (int(ship.Y) - int(ship.VY)*flown) / game.One
}

// origin reads where a shot began.
func (c *canvas) origin(guessX, guessY int) (x, y int) {
	width, height := c.room()
	size := int(c.u(3))
	switch size {
	case 0:
		x, y = guessX, guessY
	case 7:
		x, y = c.below(width/game.One), c.below(height/game.One)
	default:
		x, y = guessX+c.s(size+2), guessY+c.s(size+2)
	}
	inside := 0 <= x && x < width/game.One && 0 <= y && y < height/game.One
	demand(inside, "expected a shot that began in the arena, got one at %d, %d", x, y)
	first := sizeOf(x-guessX, y-guessY)
	demand(size == first, "expected size %d, got %d", first, size)
	return x, y
}

// sizeOf returns the first size that so many units off fit.
func sizeOf(dx, dy int) int {
	if dx == 0 && dy == 0 {
		return 0
	}
	for size := 1; size <= 6; size++ {
		most := 1<<(size+1) - 1
		if -most-1 <= min(dx, dy) && max(dx, dy) <= most {
			return size
		}
	}
	return 7
}
