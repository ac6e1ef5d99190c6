package bot

import "dogfight/game"

// trailLevel is a level of skill in the mode trails.
type trailLevel struct {
	look, react game.Tick // as in level
	near        int32     // units to a wall at which it turns, beyond the minimum
	wobble      int32     // error in judging a course: points or, without a map, per cent of the free way
	maps        bool      // sees the room behind a corner, not only the distance to the next wall
	rivals      bool      // considers where others can be first
	jumps       bool      // if there is no other way out
}

var trailLevels = [MaxSkill]trailLevel{
	{look: 30, react: 27, near: 22, wobble: 70},
	{look: 18, react: 18, near: 16, wobble: 50},
	{look: 11, react: 13, near: 12, wobble: 12, maps: true, jumps: true},
	{look: 8, react: 12, near: 10, wobble: 6, maps: true, rivals: true, jumps: true},
	{look: 6, react: 11, near: 8, maps: true, rivals: true, jumps: true},
}

// flyTrail is Fly for trails.
func flyTrail(b *Bot, w *game.World, s *game.Setup, slot int) game.Input {
	if w.TrailReady() > 0 {
		return game.Steer(game.Idle)
	}
	if w.Tick >= b.look {
		level := &trailLevels[b.skill]
		b.look = w.Tick + level.look + game.Tick(b.rand.Below(uint32(level.look/4+1)))
		b.plan.revise(w.Tick + level.react)
		p := trailPilot{b: b, w: w, s: s, slot: slot, level: level}
		b.plan.add(p.decide(), w.Tick+level.react)
	}
	b.plan.press(&b.held, w.Tick)
	return b.held
}

// trailPilot is one look.
type trailPilot struct {
	b      *Bot
	w      *game.World
	s      *game.Setup
	slot   int
	level  *trailLevel
	speed  int32
	at     vector // of the ship when the key is pressed,
	facing game.Course
	space  trailMap
	areas  [5]int32 // found by worth, by course
}

// decide returns the next Input.
func (p *trailPilot) decide() game.Input {
	p.foresee()
	ahead := p.room(p.facing)
	enough := p.speed*int32(p.level.look*5/4) + p.level.near*game.One
	if !p.level.maps {
		return p.turnByEye(ahead, enough)
	}
	p.look()
	best, most := p.facing, int32(-1<<30)
	for _, course := range [3]game.Course{p.facing, left(p.facing), right(p.facing)} {
		if worth := p.worth(course, enough); worth > most {
			best, most = course, worth
		}
	}
	if p.level.jumps && p.w.Trails[p.slot].JumpReady() <= p.level.react && p.trapped(best) && p.canLand() {
		return game.Steer(p.facing) | game.Special
	}
	return game.Steer(best)
}

// foresee computes the ship's place at the time when the decision takes effect.
func (p *trailPilot) foresee() {
	ship := &p.w.Ships[p.slot]
	p.speed = p.w.TrailSpeed()
	p.at, p.facing = place(ship.X, ship.Y), ship.Facing
	now, due := p.w.Tick, p.w.Tick+p.level.react
	p.turn(p.b.held)
	for _, press := range p.b.plan.list() {
		if press.due > now {
			p.ahead(int32(press.due-now) * p.speed)
			now = press.due
		}
		p.turn(press.in)
	}
	p.ahead(int32(due-now) * p.speed)
}

func (p *trailPilot) turn(in game.Input) {
	if c := in.Course(); c == left(p.facing) || c == right(p.facing) {
		p.facing = c
	}
}

func (p *trailPilot) ahead(way int32) {
	x, y := p.facing.Vector()
	p.at = p.at.plus(vector{x, y}.times(way / game.One))
}

// turnByEye turns to more room when a wall is near, and sometimes without a reason.
func (p *trailPilot) turnByEye(ahead, enough int32) game.Input {
	if ahead > enough && p.b.rand.Below(12) > 0 {
		return game.Steer(p.facing)
	}
	best, most := p.facing, ahead
	for _, course := range [2]game.Course{left(p.facing), right(p.facing)} {
		if room := p.misjudge(p.room(course)); room > most || room > enough && most <= enough {
			best, most = course, room
		}
	}
	return game.Steer(best)
}

// look draws the map, with the places where foes will be.
func (p *trailPilot) look() {
	m := &p.space
	m.draw(p.w, p.s, p.at)
	ship := &p.w.Ships[p.slot]
	m.mark(game.Point{X: ship.X, Y: ship.Y}, game.Point{X: p.at.x, Y: p.at.y}) // an approximation if it turns before
	var heads [game.MaxRacers]int
	n := 0
	for i := range p.w.Trails {
		foe := &p.w.Ships[i]
		if i == p.slot || foe.State != game.Flying || !place(foe.X-p.at.x, foe.Y-p.at.y).inside(mapWidth*4*game.One, mapHeight*4*game.One) {
			continue
		}
		x, y := foe.Facing.Vector()
		way := int32(p.level.react) * p.speed / game.One
		to := game.Point{X: foe.X + x*way, Y: foe.Y + y*way}
		m.mark(game.Point{X: foe.X, Y: foe.Y}, to)
		heads[n] = m.cell(to.X, to.Y)
		n++
	}
	if p.level.rivals {
		m.seekFoes(heads[:n])
	}
}

// worth returns the points of a course: for the room there, and the distance of the next wall.
func (p *trailPilot) worth(course game.Course, enough int32) int32 {
	room := p.room(course)
	if room < 3*p.speed {
		return -1000 + room/game.One
	}
	most := int32(plenty)
	if p.level.rivals {
		most = mapCells
	}
	area := p.space.area(p.space.cell(p.at.x, p.at.y)+cellSteps[course], most)
	p.areas[course] = area
	worth := area + min(room/game.One, 160)/8 + p.b.spread(p.level.wobble)
	switch {
	case room < enough:
		worth -= 400 - 400*(room/16)/(enough/16)
	case course == p.facing:
		worth += 25 // a steady flight is easier to keep safe
	}
	return worth
}

// plenty is enough room for a bot that does not consider rivals.
const plenty = 300

// trappedArea is a room too small to stay in until walls fade, in squares.
const trappedArea = 24

// trapped reports whether even the best course is a dead end.
func (p *trailPilot) trapped(best game.Course) bool {
	return p.room(best) < p.speed*8 || p.areas[best] < trappedArea
}

// canLand reports whether there is room after a jump ahead.
func (p *trailPilot) canLand() bool {
	x, y := p.facing.Vector()
	at := p.at
	for range game.JumpTime { // over walls, but not over rock
		if at = at.plus(vector{x, y}.times(p.speed).over(game.One)); !p.w.TrailRoom(p.s, game.Point{X: at.x, Y: at.y}) {
			return false
		}
	}
	return p.space.area(p.space.cell(at.x, at.y), trappedArea+1) > trappedArea
}

// misjudge adds the bot's error to an amount.
func (p *trailPilot) misjudge(v int32) int32 {
	if p.level.wobble == 0 {
		return v
	}
	return v + v*p.b.spread(p.level.wobble)/100
}

// room returns the free way along a course, 240 units at most.
func (p *trailPilot) room(course game.Course) int32 {
	const most = int32(240 * game.One)
	x, y := course.Vector()
	free := most
	for i := range p.w.Trails {
		t, ship := &p.w.Trails[i], &p.w.Ships[i]
		head := game.Point{X: ship.X, Y: ship.Y}
		walls := t.Walls()
		if i == p.slot {
			walls -= 2
		}
		for k := range walls {
			if a, b, ok := t.Wall(k, head); ok {
				free = min(free, p.wallAhead(x, y, a, b, free))
			}
		}
	}
	step := vector{x, y}.times(game.TileSize / 2)
	at := p.at
	for way := int32(0); way < free; way += game.TileSize / 2 * game.One {
		if !p.w.TrailRoom(p.s, game.Point{X: at.x, Y: at.y}) {
			return max(way-game.TileSize/2*game.One, 0)
		}
		at = at.plus(step)
	}
	return free
}

// wallAhead returns the distance of a wall along (x, y), or free.
func (p *trailPilot) wallAhead(x, y int32, a, b game.Point, free int32) int32 {
	if x != 0 {
		if p.at.y < min(a.Y, b.Y) || p.at.y > max(a.Y, b.Y) {
			return free
		}
		return between(p.at.x, x, a.X, b.X, free)
	}
	if p.at.x < min(a.X, b.X) || p.at.x > max(a.X, b.X) {
		return free
	}
	return between(p.at.y, y, a.Y, b.Y, free)
}

// between returns the distance from v to the stretch from a to b in the direction way, or free if that is behind.
func between(v, way, a, b, free int32) int32 {
	if way < 0 {
		v, a, b = -v, -a, -b
	}
	if max(a, b) < v {
		return free
	}
	return max(min(a, b)-v, 0)
}

// left and right return the course to one side of a straight course.
func left(c game.Course) game.Course {
	return [5]game.Course{game.Up: game.Left, game.Left: game.Down, game.Down: game.Right, game.Right: game.Up}[c%5]
}

func right(c game.Course) game.Course {
	return [5]game.Course{game.Up: game.Right, game.Right: game.Down, game.Down: game.Left, game.Left: game.Up}[c%5]
}
