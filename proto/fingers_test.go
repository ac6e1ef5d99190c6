package proto

import "dogfight/game"

// fingers press keys as a human does: one after the other, not again at once,
// and fire by tapping. The zero fingers press whatever they are told.
type fingers struct {
	slow, taps bool
	chance     game.Chance
	held       game.Input
	rest       uint32 // ticks until they change the course again
	tap        uint32 // ticks until the fire button goes up or down
}

// press moves the fingers towards an input, and returns what they hold then.
func (f *fingers) press(want game.Input) game.Input {
	if !f.slow {
		return want
	}
	course := f.steer(want.Course())
	fire := want & game.Fire
	if f.taps && fire != 0 {
		fire = f.drum()
	}
	f.held = game.Steer(course) | fire | want&game.Special
	return f.held
}

// steer presses or lets go one of the arrow keys: a course that needs two takes
// a few ticks more.
func (f *fingers) steer(want game.Course) game.Course {
	held := f.held.Course()
	if f.rest > 0 {
		f.rest--
		return held
	}
	if held == want {
		return held
	}
	x, y := held.Vector()
	wantX, wantY := want.Vector()
	f.rest = 3 + f.chance.Below(4)
	if one := game.CourseOf(wantX, y); one != want && one != held && f.chance.Below(2) == 0 {
		f.rest = 1 + f.chance.Below(4)
		return one
	}
	if one := game.CourseOf(x, wantY); one != want && one != held {
		f.rest = 1 + f.chance.Below(4)
		return one
	}
	return want
}

// drum taps the fire button some seven times a second.
func (f *fingers) drum() game.Input {
	if f.tap > 0 {
		f.tap--
		return f.held & game.Fire
	}
	f.tap = 2 + f.chance.Below(6)
	return f.held&game.Fire ^ game.Fire
}
