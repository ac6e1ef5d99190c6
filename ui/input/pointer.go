package input

import (
	"time"

	"dogfight/game"
)

// Pointer is what the mouse does: the ship heads for where it points, the left
// button fires and the right one boosts as long as they are held. The zero value
// points nowhere. It belongs to one goroutine.
type pointer struct {
	x, y   int  // cell of the screen
	steers bool // it was moved since a key last set the course

	fire, boost button
}

// Spot is where the own ship is drawn, in pixels of which a cell is one wide and
// two high.
type Spot struct{ X, Y int }

// reach is how near the pointer may come, in pixels, before the ship, which is
// three wide, has arrived.
const reach = 3

// Event takes in what the mouse did, and reports whether a button was pressed.
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

// Course returns the course from the ship to the pointer: the nearest of the
// eight, or Idle when the ship is there.
func (p *pointer) Course(ship Spot) game.Course {
	x, y := 2*(p.x-ship.X), 4*p.y+1-2*ship.Y // half pixels, to the middle of the cell
	if x*x+y*y <= 4*reach*reach {
		return game.Idle
	}
	// 5/12 is the tangent of 22.6 degrees, where the straight courses end.
	if 12*magnitude(x) < 5*magnitude(y) {
		x = 0
	} else if 12*magnitude(y) < 5*magnitude(x) {
		y = 0
	}
	return game.CourseOf(int32(x), int32(y))
}

func magnitude(n int) int { return max(n, -n) }

// buttons returns those that are held at the time now.
func (p *pointer) buttons(now time.Time) (in game.Input) {
	if p.fire.down(now) {
		in |= game.Fire
	}
	if p.boost.down(now) {
		in |= game.Special
	}
	return in
}

// button is a button of the mouse. Pressed and let go between two frames, it
// counts as pressed for one.
type button struct {
	held  bool
	until time.Time // it is down before this even if it was let go
}

func (b *button) set(now time.Time, held bool) {
	if held && !b.held {
		b.until = now.Add(tap)
	}
	b.held = held
}

func (b *button) down(now time.Time) bool { return b.held || now.Before(b.until) }
