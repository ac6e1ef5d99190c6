package keys

import (
	"time"

	"github.com/gdamore/tcell/v2"

	"dogfight/game"
)

// Grip is how the pilot holds the ship: by Held while the terminal reports
// releases, and by Latch otherwise; and beside either by Pointer, if he wants to.
// The zero value holds nothing, by the standard keys. It belongs to one goroutine.
type Grip struct {
	bindings Bindings
	mouse    bool // steers

	latch    Latch
	held     Held
	pointer  Pointer
	once     once
	releases bool
}

// Bind has other keys do things, or the mouse steer, from now on. What was held by
// those before is let go of.
func (g *Grip) Bind(b Bindings, mouse bool) {
	if b != g.bindings || mouse != g.mouse {
		*g = Grip{bindings: b, mouse: mouse, releases: g.releases, once: g.once}
	}
}

// Bindings returns what the keys do. It is not to be changed.
func (g *Grip) Bindings() *Bindings { return &g.bindings }

// Releases says whether the terminal reports releases from now on. Both ways
// would misread what was pressed before, so a change lets go of everything.
func (g *Grip) Releases(reported bool) {
	if reported != g.releases {
		*g = Grip{bindings: g.bindings, mouse: g.mouse, releases: reported, once: g.once}
	}
}

// Gun says how the own ship's gun is now, before each Input.
func (g *Grip) Gun(gun Gun) {
	g.once.take(gun)
	g.latch.fire.single = gun.Single
}

// Scheme says in a word how the ship is steered.
func (g *Grip) Scheme() Scheme {
	switch {
	case g.mouse:
		return ByMouse
	case g.releases:
		return ByHeld
	}
	return ByLatch
}

// Scheme is a way to steer.
type Scheme string

// The schemes, as the screen calls them.
const (
	ByLatch Scheme = "latched" // a course holds until the next key
	ByHeld  Scheme = "held"    // keys act only as long as they are held
	ByMouse Scheme = "mouse"   // the ship heads for the pointer
)

// Press takes in a key press, or a repeat, and reports whether the key is bound
// to fly.
func (g *Grip) Press(now time.Time, ev *tcell.EventKey) bool {
	if s, _ := g.bindings.stroke(ev); s.course != game.Idle || s.brake {
		g.pointer.yield()
	}
	if g.releases {
		return g.held.Press(now, ev, &g.bindings)
	}
	return g.latch.Press(now, ev, &g.bindings)
}

// Release takes in that a key was let go.
func (g *Grip) Release(now time.Time, ev *tcell.EventKey) { g.held.Release(now, ev) }

// Mouse takes in what the mouse did, and reports whether a button was pressed that
// does something.
func (g *Grip) Mouse(now time.Time, ev *tcell.EventMouse) bool {
	if !g.mouse {
		return false
	}
	pressed := g.pointer.Event(now, ev)
	if g.pointer.steers { // no key's course comes back when the mouse is left alone
		g.latch.course = course{}
		g.held.stop()
	}
	return pressed
}

// Input returns what is held at the time now, with the own ship drawn at a spot; it
// may be nil where there is none.
func (g *Grip) Input(now time.Time, ship *Spot) game.Input {
	in := g.latch.Input(now)
	if g.releases {
		in = g.held.Input(now)
	}
	if ship != nil && g.pointer.steers {
		in |= game.Steer(g.pointer.Course(*ship))
	}
	return g.once.pass(in | g.pointer.buttons(now))
}

// Blur lets go of the keys whose releases will not be seen, and of the mouse. What
// is latched needs none.
func (g *Grip) Blur() {
	g.held.Reset()
	g.rest()
}

// rest lets go of the mouse, which steers again when it is moved.
func (g *Grip) rest() { g.pointer = Pointer{x: g.pointer.x, y: g.pointer.y} }

// Reset lets go of everything.
func (g *Grip) Reset() {
	g.latch.Reset()
	g.held.Reset()
	g.rest()
}
