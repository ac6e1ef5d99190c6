package input

import "dogfight/game"

// Gun is what has to be known of the gun of the own ship to fire it as keys are pressed. The
// zero value is that of one that fires on as long as the key is held.
type Gun struct {
	Single bool // it fires once a press, and is too precious for more
	Wait   int  // ticks until it may fire again
}

// once keeps the fire button of a single gun from firing a second time while it is held.
type once struct {
	gun    Gun
	firing bool // by the last Input
	spent  bool // the press that is on has fired
}

// take learns how the gun is now. If it has to wait for longer than before, it has fired.
func (o *once) take(g Gun) {
	o.spent = o.spent || o.firing && g.Wait > o.gun.Wait
	o.gun = g
}

// pass returns what is left of what is held.
func (o *once) pass(in game.Input) game.Input {
	switch {
	case !in.Holds(game.Fire):
		o.spent = false
	case o.gun.Single && o.spent:
		in &^= game.Fire
	}
	o.firing = in.Holds(game.Fire)
	return in
}
