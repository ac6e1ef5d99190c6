package bot

import "dogfight/game"

// drift returns where this ship will be, and how fast, when the bot goes on as
// planned for some ticks.
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

// glide returns where this ship would be, and how fast, if it held the course
// for some ticks: a pilot's feeling for its ship, which forgets rock, bumps and
// that an afterburner goes out.
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

// glideAxis returns the way and the speed after some ticks in which the speed
// moves from v to goal by thrust a tick.
func glideAxis(v, goal, thrust, ticks int32) (way, speed int32) {
	k := max(goal-v, v-goal) / max(thrust, 1) // ticks until it is there
	if v > goal {
		thrust = -thrust
	}
	if k >= ticks {
		return v*ticks + thrust*ticks*(ticks+1)/2, v + thrust*ticks
	}
	return v*k + thrust*k*(k+1)/2 + goal*(ticks-k), goal
}
