package reference

import (
	"math"
	"strings"

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
	if c.Mode.Rounds() {
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

// unusual reads the fields that only few ships use.
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

// origin is where a shot began, in whole units, and its time left.
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

// landed returns the place of a shot along an axis.
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

// guess returns the guessed start of a shot that has flown for some ticks, in whole units.
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

// sizeOf returns the first size that fits a distance in units.
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

// flight is a ship of the class on the course.
type flight struct {
	class  game.Class
	course game.Course
}

// flown are the velocities found so far.
var flown = map[flight]game.Point{}

// forLong returns the velocity of a ship that flew so for long. It lets one fly
// from rest, so that the rules need not be repeated here.
func (f flight) forLong() (vx, vy int32) {
	if v, ok := flown[f]; ok {
		return v.X, v.Y
	}
	w := game.World{Status: game.InProgress, Rand: 1}
	s := &game.Setup{Arena: openSpace, Classes: []game.Class{f.class}, Weapons: []game.Weapon{{Shots: 1, Fan: 1, Life: 1}}}
	ship := &w.Ships[0]
	*ship = game.Ship{State: game.Flying, Input: game.Steer(f.course), Facing: game.Up, HP: 1}
	ship.X, ship.Y = f.start()
	for {
		vx, vy = ship.VX, ship.VY
		if w.Step(s, nil, nil); ship.VX == vx && ship.VY == vy {
			flown[f] = game.Point{X: vx, Y: vy}
			return vx, vy
		}
	}
}

// start returns a place that has most of openSpace ahead.
func (f flight) start() (x, y int32) {
	width, height := openSpace.Size()
	dx, dy := f.course.Vector()
	back := width/2/game.One - 100 // units, 100 less than to the edge
	return width/2 - dx*back, height/2 - dy*back
}

// openSpace is as large as an arena can be, which is enough for a ship to reach
// any top speed by any thrust.
var openSpace = func() *game.Arena {
	row := strings.Repeat(".", game.MaxTiles) + "\n"
	spawn := ".@" + row[2:]
	arena, err := game.ParseArena("open space", strings.Repeat(row, game.MaxTiles/2)+spawn+strings.Repeat(row, game.MaxTiles/2-1))
	if err != nil {
		panic(err)
	}
	return arena
}()
