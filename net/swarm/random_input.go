package swarm

import (
	"dogfight/game"
	"dogfight/proto"
)

// randomInput presses buttons at random, about as often as players do, and remembers what
// it held.
type randomInput struct {
	chance game.Chance
	held   game.Input
	inputs [proto.MaxInputs]game.Input // by tick
	newest game.Tick                   // that something was held in
}

func newRandomInput(seed uint64) randomInput { return randomInput{chance: game.NewChance(seed)} }

// start has it idle until a tick.
func (w *randomInput) start(tick game.Tick) { w.newest = tick }

// changesPerSecond is how often a pilot presses or lets go of something.
const changesPerSecond = 5

// press holds something in all ticks up to the present, and reports whether it is
// something new.
func (w *randomInput) press(present game.Tick) (changed bool) {
	for ; w.newest < present; w.newest++ {
		if w.chance.Below(game.TickRate) < changesPerSecond {
			w.change()
			changed = true
		}
		w.inputs[(w.newest+1)%proto.MaxInputs] = w.held
	}
	return changed
}

// change turns, six times in eight, or fires or no longer does, or something
// special likewise.
func (w *randomInput) change() {
	switch w.chance.Below(8) {
	case 0:
		w.held ^= game.Fire
	case 1:
		w.held ^= game.Special
	default:
		other := 1 + game.Course(w.chance.Below(game.Courses-1))
		course := (w.held.Course() + other) % game.Courses
		w.held = w.held&(game.Fire|game.Special) | game.Steer(course)
	}
}

// since appends what was held after a tick, as far as that is remembered, but one
// tick at least.
func (w *randomInput) since(list []game.Input, tick game.Tick) []game.Input {
	n := min(w.newest-min(tick, w.newest-1), proto.MaxInputs, w.newest)
	for ; n > 0; n-- {
		list = append(list, w.inputs[(w.newest+1-n)%proto.MaxInputs])
	}
	return list
}
