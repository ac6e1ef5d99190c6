package bot

import (
	"math/bits"

	"dogfight/game"
)

// choose returns the next Input and its time: the course with the most points, with the shot along it
// if there is one.
func (b *Bot) choose(v *view) (game.Input, game.Tick) {
	aims := b.aims(v)
	b.reconsider(v, &aims)
	if v.flees || v.bound {
		for c := range aims {
			aims[c].worth /= fleeingAim
		}
	}
	best, most := game.Idle, int32(-1<<30)
	if aims[game.Idle].worth > 0 {
		aims[game.Idle].worth += (idleCost + parkWorth) * (100 - v.haste) / 100
	}
	var near [game.Courses]vector
	for c := range game.Course(game.Courses) {
		near[c], _ = v.glide(v.at, v.v, c, soon)
	}
	v.seeCrowd(near[:])
	straight, _ := v.glide(v.at, v.v, v.next, later)
	wait := v.threatCost(near[v.next], straight)
	for c := range game.Course(game.Courses) {
		points := b.points(v, c, near[c]) + aims[c].worth
		if c != v.next && aims[c].in > int32(v.level.react) {
			points -= wait // it turns when it fires, and flies on until then
		}
		if points > most {
			best, most = c, points
		}
	}
	in, when := game.Steer(best), v.w.Tick+v.level.react
	if a := aims[best]; a.worth > 0 {
		in |= game.Fire
		when = v.w.Tick + game.Tick(a.in)
	}
	if in&game.Fire == 0 && b.laysTrap(v) {
		in |= game.Fire
	}
	if v.boosts(best) {
		in |= game.Special
	}
	return in, when
}

// points judges a course that leads to a near place soon.
func (b *Bot) points(v *view, c game.Course, near vector) int32 {
	far, _ := v.glide(v.at, v.v, c, later)
	wobble := v.level.wobble * v.haste / 100
	if v.stuck {
		wobble += stuckWobble
	}
	points := b.spread(wobble) - v.threatCost(near, far) - v.crowdCost(near)
	if c == game.Idle {
		points -= idleCost
	} else {
		room := v.room(c)
		points -= blockCost * (feel - room)
		far = v.within(room, far)
	}
	if c == v.next && c != game.Idle {
		points += keepCourse
	}
	if !v.free || v.foe < 0 {
		points -= b.trailCost(far)
	}
	return points - b.shun(v, far) - v.goalCost(far) - v.laneCost(far)
}

// hurry returns the per cent of the usual wobble: a bot that aims at a still target takes its time.
func (v *view) hurry() int32 {
	if v.foe < 0 || !v.open {
		return 100
	}
	return min(v.unsteady(), 100)
}

// goalCost returns the distance of a place from the goal, or from the wanted distance to it.
func (v *view) goalCost(at vector) int32 {
	off := v.goal.minus(at).length() - v.want
	cost := max(off, -off) / game.One
	if !v.free {
		cost /= 2 // the way is not straight
	}
	return cost
}

// laneCost returns the distance of a place from the nearest lane with the target.
func (v *view) laneCost(at vector) int32 {
	if v.foe < 0 || !v.open || v.weapon.Speed == 0 || v.flees || v.bound || v.lured {
		return 0
	}
	way := v.foeP.minus(at)
	flight := min(way.length()/v.weapon.Speed, int32(v.weapon.Life)) + later
	off := way.plus(v.foeV.times(flight).percent(v.level.lead)).offLane()
	return off / game.One * (100 + calmLane*(100-v.haste)/100) / 100
}

// threatCost adds up the shots that come close to a ship that flies over near to far.
func (v *view) threatCost(near, far vector) (cost int32) {
	for i := range v.danger {
		t, dodge := &v.threats[i], v.level.dodge
		if t.v == (vector{}) {
			dodge = max(dodge, shunMine)
		}
		cost += dodge * t.closeness(v.at, near, far) / 100
	}
	return cost
}

// closeness returns 100 for a hit, less for a near miss.
func (t *threat) closeness(at, near, far vector) int32 {
	first := vector{(near.x - at.x) / soon, (near.y - at.y) / soon}
	_, d2 := nearest(t.at.minus(at), t.v.minus(first), min(t.left, soon))
	if t.left > soon {
		second := vector{(far.x - near.x) / (later - soon), (far.y - near.y) / (later - soon)}
		_, e2 := nearest(t.at.plus(t.v.times(soon)).minus(near), t.v.minus(second), t.left-soon)
		d2 = min(d2, e2)
	}
	r := int64(t.radius)
	switch {
	case d2 < r*r:
		return 100
	case d2 < r*r*2:
		return 50
	case d2 < r*r*4:
		return 15
	}
	return 0
}

// seeCrowd finds the ships that may be too close to one of the places.
func (v *view) seeCrowd(places []vector) {
	least, most := places[0], places[0]
	for _, at := range places[1:] {
		least, most = vector{min(least.x, at.x), min(least.y, at.y)}, vector{max(most.x, at.x), max(most.y, at.y)}
	}
	berth := v.level.space*game.One + mineSpace + ramSpace
	for flying := v.flying; flying != 0; flying &= flying - 1 {
		i := bits.TrailingZeros64(flying)
		at := soonAt(&v.w.Ships[i])
		if at.x >= least.x-berth && at.x <= most.x+berth && at.y >= least.y-berth && at.y <= most.y+berth {
			v.crowd |= 1 << i
		}
	}
}

// soonAt returns the place of a ship soon.
func soonAt(ship *game.Ship) vector { return place(ship.X+ship.VX*soon, ship.Y+ship.VY*soon) }

// crowdCost keeps the ship away from others that it does not want to ram.
func (v *view) crowdCost(at vector) (cost int32) {
	space := v.level.space * game.One
	for crowd := v.crowd; crowd != 0; crowd &= crowd - 1 {
		i := bits.TrailingZeros64(crowd)
		ship := &v.w.Ships[i]
		if v.weapon.Speed == 0 && (i == v.foe || v.joined(i)) {
			continue
		}
		berth := space
		if v.level.traps && v.s.Weapons[ship.Weapon].Speed == 0 && v.feared(i) {
			berth += mineSpace
		}
		if v.level.space > 0 && v.w.Drone(i) != nil {
			berth += ramSpace // drones ram
		}
		if soonAt(ship).minus(at).inside(berth, berth) {
			cost += bumpCost
		}
	}
	return cost
}

// joined reports whether a ship is a part of the target, a boss.
func (v *view) joined(slot int) bool {
	part, foe := v.w.Drone(slot), v.w.Drone(max(v.foe, 0))
	return part != nil && foe != nil && (part.Link == foe.Link && part.Link != 0 || int(part.Link) == v.foe+1 || int(foe.Link) == slot+1)
}

// boosts reports whether the afterburner pays on the course. A mine layer lights it early, as it must come close.
func (v *view) boosts(c game.Course) bool {
	far := v.level.boost * game.One
	if v.weapon.Speed == 0 {
		far /= 3
	}
	return far > 0 && v.me.Boost == 0 && c != game.Idle && v.free && v.room(c) == feel &&
		v.goal.minus(v.at).length()-v.want > far
}

// drift returns the place and velocity of this ship after some ticks of the plan.
func (v *view) drift(ticks int32) (at, speed vector) {
	at, speed = place(v.me.X, v.me.Y), place(v.me.VX, v.me.VY)
	course, from := v.held, int32(0)
	for _, p := range v.plan.list() {
		till := min(max(int32(p.due)-int32(v.w.Tick), from), ticks)
		at, speed = v.slide(at, speed, course, till-from)
		course, from = p.in.Course(), till
	}
	return v.slide(at, speed, course, ticks-from)
}

// slide is glide for a ship that slides along rock.
func (v *view) slide(here, speed vector, course game.Course, ticks int32) (vector, vector) {
	if ticks == 0 {
		return here, speed
	}
	at, speed := v.glide(here, speed, course, ticks)
	switch {
	case v.fits(here, at):
	case v.fits(here, vector{at.x, here.y}):
		at.y, speed.y = here.y, 0
	case v.fits(here, vector{here.x, at.y}):
		at.x, speed.x = here.x, 0
	default:
		at, speed = here, vector{}
	}
	return at, speed
}

// glide returns the place and velocity of this ship after holding the course for some ticks, as a pilot would
// estimate it: without rock, bumps and the end of the afterburner.
func (v *view) glide(at, speed vector, course game.Course, ticks int32) (vector, vector) {
	class := &v.s.Classes[v.me.Class]
	thrust := class.Thrust
	if course == game.Idle {
		thrust = class.Brake
	}
	x, y := course.Vector()
	dx, vx := glideAxis(speed.x, x*v.top/game.One, thrust, ticks)
	dy, vy := glideAxis(speed.y, y*v.top/game.One, thrust, ticks)
	return vector{at.x + dx, at.y + dy}, vector{vx, vy}
}

// glideAxis returns the way and the speed after some ticks in which the speed moves from v to goal by thrust a tick.
func glideAxis(v, goal, thrust, ticks int32) (way, speed int32) {
	k := max(goal-v, v-goal) / max(thrust, 1) // ticks until goal
	if v > goal {
		thrust = -thrust
	}
	if k >= ticks {
		return v*ticks + thrust*ticks*(ticks+1)/2, v + thrust*ticks
	}
	return v*k + thrust*k*(k+1)/2 + goal*(ticks-k), goal
}

// room returns the number of steps along the course with room for the ship.
func (v *view) room(c game.Course) int32 {
	x, y := c.Vector()
	step := vector{x * feelStep / game.One, y * feelStep / game.One}
	side := vector{-y * feelWidth / game.One, x * feelWidth / game.One}
	at := v.at
	for k := range int32(feel) {
		at = at.plus(step)
		if v.s.Arena.Solid(at.x, at.y) ||
			v.s.Arena.Solid(at.x+side.x, at.y+side.y) ||
			v.s.Arena.Solid(at.x-side.x, at.y-side.y) {
			return k
		}
	}
	return feel
}

// fits reports whether the ship can fly straight from one place to the other.
func (v *view) fits(from, to vector) bool {
	a := v.s.Arena
	way := to.minus(from)
	n := steps(way)
	for k := int32(1); k <= n; k++ {
		at := from.plus(way.times(k).over(n))
		left, right, top, bottom := at.x-feelWidth, at.x+feelWidth, at.y-feelWidth, at.y+feelWidth
		if a.Solid(left, top) || a.Solid(right, top) || a.Solid(left, bottom) || a.Solid(right, bottom) {
			return false
		}
	}
	return true
}

// within returns to, or how far the ship gets towards it in so much room.
func (v *view) within(room int32, to vector) vector {
	way := to.minus(v.at)
	length, most := way.length(), room*feelStep
	if room == feel || length <= most {
		return to
	}
	return v.at.plus(vector{scale(way.x, most, length), scale(way.y, most, length)})
}

// trailCost returns the cost of coming back to a place of the trail.
func (b *Bot) trailCost(at vector) (cost int32) {
	for i := range b.trail {
		if d := b.trail[i].minus(at).length(); d < trailRange {
			cost += (trailRange - d) / game.One / 2
		}
	}
	return cost
}
