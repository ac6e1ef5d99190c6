package bot

import "dogfight/game"

// Fingers press keys as a human does: one after the other, with pauses, and tap the
// fire button. Between a Bot and a ship they turn its Inputs into a player's, for
// tests and measurements. The zero Fingers pass them through.
type Fingers struct {
	Slow   bool        // course keys go down one after the other
	Taps   bool        // fire is tapped, not held; only if Slow
	Chance game.Chance // for hesitation; not the zero one

	held game.Input
	rest uint32 // ticks until the next change of the course
	tap  uint32 // ticks until the next change of the fire button
}

// Press moves the fingers towards an input, once a tick, and returns the held Input.
func (f *Fingers) Press(want game.Input) game.Input {
	if !f.Slow {
		return want
	}
	course := f.steer(want.Course())
	fire := want & game.Fire
	if f.Taps && fire != 0 {
		fire = f.drum()
	}
	f.held = game.Steer(course) | fire | want&game.Special
	return f.held
}

// steer presses or releases one of the arrow keys: a course that needs two takes a few
// ticks more.
func (f *Fingers) steer(want game.Course) game.Course {
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
	f.rest = 3 + f.Chance.Below(4)
	if one := game.CourseOf(wantX, y); one != want && one != held && f.Chance.Below(2) == 0 {
		f.rest = 1 + f.Chance.Below(4)
		return one
	}
	if one := game.CourseOf(x, wantY); one != want && one != held {
		f.rest = 1 + f.Chance.Below(4)
		return one
	}
	return want
}

// drum taps the fire button some seven times a second.
func (f *Fingers) drum() game.Input {
	if f.tap > 0 {
		f.tap--
		return f.held & game.Fire
	}
	f.tap = 2 + f.Chance.Below(6)
	return f.held&game.Fire ^ game.Fire
}
