package input

import (
	"time"

	"dogfight/game"
)

// Controls is how the pilot holds the ship: by Held while the terminal reports
// releases, and by Latch otherwise; and beside either by a pad, if there is one, and by
// Pointer, if the player wants that.
// The zero value holds nothing, by the standard keys. It belongs to one goroutine.
type Controls struct {
	bindings Bindings
	mouse    bool // steers

	latch    Latch
	held     held
	pad      held
	pointer  pointer
	once     once
	releases bool
}

// Bind has other keys do things, or the mouse steer, from now on. What was held by
// those before is let go of. A pad's stay what they are.
func (c *Controls) Bind(b Bindings, mouse bool) {
	b.ofPad = c.bindings.ofPad
	if b != c.bindings || mouse != c.mouse {
		*c = Controls{bindings: b, mouse: mouse, releases: c.releases, pad: c.pad, once: c.once}
	}
}

// Bindings returns what the keys do. It is not to be changed.
func (c *Controls) Bindings() *Bindings { return &c.bindings }

// Releases says whether the terminal reports releases from now on. Both ways
// would misread what was pressed before, so a change lets go of everything but a pad.
func (c *Controls) Releases(reported bool) {
	if reported != c.releases {
		*c = Controls{bindings: c.bindings, mouse: c.mouse, releases: reported, pad: c.pad, once: c.once}
	}
}

// Gun says how the own ship's gun is now, before each Input.
func (c *Controls) Gun(gun Gun) {
	c.once.take(gun)
	c.latch.fire.single = gun.Single
}

// Scheme says in a word how the ship is steered.
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

// The schemes, as the screen calls them.
const (
	ByLatch Scheme = "course holds" // until the next key
	ByHeld  Scheme = "hold to fly"  // keys act only as long as they are held
	ByMouse Scheme = "mouse"        // the ship heads for the pointer
	ByPad   Scheme = "pad"          // a stick and buttons
)

// Press takes in a key press, or a repeat, and reports whether the key is bound
// to fly.
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

// Release takes in that a key was let go.
func (c *Controls) Release(now time.Time, ev Event) {
	if ev.Key.IsPad() {
		c.pad.Release(now, ev)
		return
	}
	c.held.Release(now, ev)
}

// Mouse takes in what the mouse did, and reports whether a button was pressed that
// does something.
func (c *Controls) Mouse(now time.Time, ev Event) bool {
	if !c.mouse {
		return false
	}
	pressed := c.pointer.Event(now, ev)
	if c.pointer.steers { // no key's course comes back when the mouse is left alone
		c.latch.course = course{}
		c.held.stop()
	}
	return pressed
}

// Input returns what is held at the time now, with the own ship drawn at a spot; it
// may be nil where there is none.
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

// Blur lets go of the keys whose releases will not be seen, and of the mouse. What
// is latched needs none.
func (c *Controls) Blur() {
	c.held.Reset()
	c.pad.Reset()
	c.rest()
}

// rest lets go of the mouse, which steers again when it is moved.
func (c *Controls) rest() { c.pointer = pointer{x: c.pointer.x, y: c.pointer.y} }

// Reset lets go of everything.
func (c *Controls) Reset() {
	c.latch.Reset()
	c.held.Reset()
	c.pad.Reset()
	c.rest()
}
