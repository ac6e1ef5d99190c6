package input

import (
	"time"

	"dogfight/game"
)

// Controls turns key presses and the mouse into the pilot's Input: by held if the terminal reports releases, otherwise
// by latch, plus a pad and, if the player wants it, the pointer. The zero value has the standard keys and holds
// nothing. It belongs to one goroutine.
type Controls struct {
	bindings Bindings
	mouse    bool // steers the ship

	latch    latch
	held     held
	pad      held
	pointer  pointer
	once     once
	releases bool
}

// Bind changes the bindings, and whether the mouse steers. It releases everything that is held, except on a pad.
func (c *Controls) Bind(b Bindings, mouse bool) {
	b.ofPad = c.bindings.ofPad
	if b != c.bindings || mouse != c.mouse {
		*c = Controls{bindings: b, mouse: mouse, releases: c.releases, pad: c.pad, once: c.once}
	}
}

// Bindings returns the bindings. The caller must not modify them.
func (c *Controls) Bindings() *Bindings { return &c.bindings }

// Releases sets whether the terminal reports releases. Both ways would misread earlier presses, so a change releases
// everything except a pad.
func (c *Controls) Releases(reported bool) {
	if reported != c.releases {
		*c = Controls{bindings: c.bindings, mouse: c.mouse, releases: reported, pad: c.pad, once: c.once}
	}
}

// Gun sets the state of the local ship's gun, before each Input.
func (c *Controls) Gun(gun Gun) {
	c.once.update(gun)
	c.latch.fire.single = gun.Single
}

// Scheme returns the way in which the ship is steered.
func (c *Controls) Scheme() Scheme {
	switch {
	case c.bindings.ofPad:
		return ByPad
	case c.mouse:
		return ByMouse
	case c.releases:
		return ByHeld
	}
	return ByLatch
}

// Scheme is a way to steer.
type Scheme string

// The schemes have their names on the screen.
const (
	ByLatch Scheme = "tap to turn" // a course holds until the next key
	ByHeld  Scheme = "hold to fly" // keys act only while they are held
	ByMouse Scheme = "mouse"       // the ship flies to the pointer
	ByPad   Scheme = "pad"         // a stick and buttons
)

// Press handles a key press or a repeat, and reports whether the key steers or fires.
func (c *Controls) Press(now time.Time, ev Event) bool {
	if s, _ := c.bindings.stroke(ev); s.course != game.Idle || s.brake {
		c.pointer.yield()
	}
	if ev.Key.IsPad() {
		return c.pressPad(now, ev)
	}
	if c.releases {
		return c.held.Press(now, ev, &c.bindings)
	}
	return c.latch.Press(now, ev, &c.bindings)
}

// Release handles the release of a key.
func (c *Controls) Release(now time.Time, ev Event) {
	if ev.Key.IsPad() {
		c.pad.Release(now, ev)
		return
	}
	c.held.Release(now, ev)
}

// Mouse handles an event of the mouse, and reports whether it pressed a button that fires or boosts.
func (c *Controls) Mouse(now time.Time, ev Event) bool {
	if !c.mouse {
		return false
	}
	pressed := c.pointer.Event(now, ev)
	if c.pointer.steers { // no course of a key resumes when the mouse rests
		c.latch.course = course{}
		c.held.stop()
	}
	return pressed
}

// Input returns the input at the time now. ship is the place of the local ship on the screen, or nil.
func (c *Controls) Input(now time.Time, ship *Spot) game.Input {
	in := c.latch.Input(now)
	if c.releases {
		in = c.held.Input(now)
	}
	if ship != nil && c.pointer.steers {
		in |= game.Steer(c.pointer.Course(*ship))
	}
	return c.once.pass(c.withPad(in|c.pointer.buttons(now), now))
}

// Blur releases the held keys, as their releases will not arrive, and the mouse. Latched keys need no release.
func (c *Controls) Blur() {
	c.held.Reset()
	c.pad.Reset()
	c.rest()
}

// rest releases the mouse. It steers again when it is moved.
func (c *Controls) rest() { c.pointer = pointer{x: c.pointer.x, y: c.pointer.y} }

// Reset releases everything.
func (c *Controls) Reset() {
	c.latch.Reset()
	c.held.Reset()
	c.pad.Reset()
	c.rest()
}

// A pad works beside the keyboard: its keys cannot be bound, and it always reports releases.

// padActions are the actions of a pad's keys in space.
var padActions = map[Key]Action{
	PadUp: Up, PadDown: Down, PadLeft: Left, PadRight: Right,
	PadA: Fire, PadB: Boost, PadX: Scores, PadY: Chat,
}

// padWords are the labels of the buttons with these actions; some are only used where there is no ship to fly.
var padWords = [Actions]string{Fire: "FIRE", Boost: "BOOST", Scores: "SCORES", Chat: "CHAT", Ready: "READY", Team: "TEAM", Help: "MENU"}

// padStick is the name of the stick on the screen.
const padStick = "STICK"

// SpeakOfPad sets whether texts name the keys of a pad or of the keyboard. Held keys stay held.
func (c *Controls) SpeakOfPad(on bool) { c.bindings.ofPad = on }

// OfPad reports whether texts name the keys of a pad.
func (b *Bindings) OfPad() bool { return b.ofPad }

// pressPad handles a press on a pad, and reports whether it steers or fires. The stick ends a latched course, which
// would otherwise resume when the stick is released.
func (c *Controls) pressPad(now time.Time, ev Event) bool {
	if padActions[ev.Key].Course() != game.Idle {
		c.latch.course = course{}
	}
	return c.pad.Press(now, ev, &c.bindings)
}

// withPad combines the input of the pad with that of the keys and the mouse. The stick steers while it is held.
func (c *Controls) withPad(in game.Input, now time.Time) game.Input {
	pad := c.pad.Input(now)
	if pad.Course() == game.Idle {
		return in | pad
	}
	return in&(game.Fire|game.Special) | pad
}

// Gun is the state of the local ship's gun. The zero value fires as long as the key is held.
type Gun struct {
	Single bool // fires once a press, too precious for more
	Wait   int  // ticks until it can fire again
}

// once prevents a single gun from firing a second time while the key is held.
type once struct {
	gun    Gun
	firing bool // in the last Input
	spent  bool // the present press has fired
}

// update sets the state of the gun. A longer wait than before means that it has fired.
func (o *once) update(g Gun) {
	o.spent = o.spent || o.firing && g.Wait > o.gun.Wait
	o.gun = g
}

// pass removes Fire from an input after the first shot of a press.
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
