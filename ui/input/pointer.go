package input

import (
	"time"

	"dogfight/game"
)

// pointer is the state of the mouse: the ship flies to it, the left button fires and the right one boosts while they
// are held. The zero value does not steer. It belongs to one goroutine.
type pointer struct {
	x, y   int  // cell of the screen
	steers bool // it was moved after the last course of a key

	fire, boost button
}

// Spot is the place of the local ship, in pixels. A cell is one wide and two high.
type Spot struct{ X, Y int }

// reach is the distance, in pixels, at which the ship has arrived. It is three wide.
const reach = 3

// Event handles an event of the mouse, and reports whether a button is pressed.
func (p *pointer) Event(now time.Time, ev Event) (pressed bool) {
	if ev.X != p.x || ev.Y != p.y {
		p.x, p.y, p.steers = ev.X, ev.Y, true
	}
	p.fire.set(now, ev.Buttons&LeftButton != 0)
	p.boost.set(now, ev.Buttons&RightButton != 0)
	return p.fire.held || p.boost.held
}

// yield leaves the course to the keys until the mouse is moved.
func (p *pointer) yield() { p.steers = false }

// Course returns the course from the ship to the pointer: the nearest of the eight, or Idle on arrival.
func (p *pointer) Course(ship Spot) game.Course {
	x, y := 2*(p.x-ship.X), 4*p.y+1-2*ship.Y // half pixels, to the middle of the cell
	if x*x+y*y <= 4*reach*reach {
		return game.Idle
	}
	// 5/12 is the tangent of 22.6 degrees, the limit of the straight courses.
	if 12*magnitude(x) < 5*magnitude(y) {
		x = 0
	} else if 12*magnitude(y) < 5*magnitude(x) {
		y = 0
	}
	return game.CourseOf(int32(x), int32(y))
}

func magnitude(n int) int { return max(n, -n) }

// buttons returns the buttons at the time now.
func (p *pointer) buttons(now time.Time) (in game.Input) {
	if p.fire.down(now) {
		in |= game.Fire
	}
	if p.boost.down(now) {
		in |= game.Special
	}
	return in
}

// button is a button of the mouse. A click between two frames counts as pressed for one.
type button struct {
	held  bool
	until time.Time // it counts as pressed before this even if it was released
}

func (b *button) set(now time.Time, held bool) {
	if held && !b.held {
		b.until = now.Add(tap)
	}
	b.held = held
}

func (b *button) down(now time.Time) bool { return b.held || now.Before(b.until) }
