package input

import (
	"time"

	"dogfight/game"
)

// The times between key presses.
const (
	chord     = 60 * time.Millisecond  // between two arrows of a diagonal
	repeating = 120 * time.Millisecond // between two repeats of a key
	unseen    = 700 * time.Millisecond // a key may be held this long before its first repeat
	boosting  = 100 * time.Millisecond // the length of a press of the afterburner
)

// latch is the course and the buttons of the keys pressed so far. The zero value holds nothing. It belongs to one
// goroutine.
//
// Most terminals do not report releases. They report a held key only by its repeats: first after 250 to 660 ms, then
// every 30 to 40 ms, and no longer once a second key is pressed. A latch therefore waits for no release: a course
// lasts until the next one, and the buttons are released by themselves, at once unless the key repeats.
type latch struct {
	course  course
	fire    trigger
	boostTo time.Time
}

// Press handles a key press, and reports whether the key steers or fires.
func (l *latch) Press(now time.Time, ev Event, b *Bindings) bool {
	key, ok := b.stroke(ev)
	if !ok {
		return false
	}
	if key.fire {
		l.fire.press(now)
	} else {
		l.fire.interrupt(now)
	}
	if key.boost {
		l.boostTo = now.Add(boosting)
	}
	if key.brake {
		l.course = course{}
	}
	if key.course != game.Idle {
		l.course.press(now, key.course)
	}
	return true
}

// Input returns the held course and buttons at the time now.
func (l *latch) Input(now time.Time) game.Input {
	in := game.Steer(l.course.latched)
	if l.fire.down(now) {
		in |= game.Fire
	}
	if now.Before(l.boostTo) {
		in |= game.Special
	}
	return in
}

// Reset releases everything.
func (l *latch) Reset() { *l = latch{} }

// course is the latched course, with the press that latched it.
type course struct {
	latched game.Course

	key     game.Course // of the newest press
	at      time.Time   // of the newest press
	repeats bool        // the newest press was a repeat
	meant   game.Course // by the key's first press: its own course, or a diagonal
}

// press latches the course c of a key, or the diagonal between c and the key pressed just before.
//
// While both keys of a diagonal are held, the one pressed last repeats and must not change the diagonal to a straight
// course. Its first repeat looks like a new press, so it does; the second one, right behind it, reverts that.
func (k *course) press(now time.Time, c game.Course) {
	since := now.Sub(k.at)
	repeats := c == k.key && since <= repeating
	switch {
	case repeats:
		k.latched = k.meant
	case c == k.key && since <= unseen:
		k.latched = c
	case since <= chord && !k.repeats && across(k.key, c):
		k.latched = between(k.key, c)
		k.meant = k.latched
	default:
		k.latched, k.meant = c, c
	}
	k.key, k.at, k.repeats = c, now, repeats
}

// across reports whether a and b are straight and at right angles.
func across(a, b game.Course) bool {
	ax, ay := a.Vector()
	bx, by := b.Vector()
	return (ax == 0) != (ay == 0) && (bx == 0) != (by == 0) && ax*bx+ay*by == 0
}

func between(a, b game.Course) game.Course {
	ax, ay := a.Vector()
	bx, by := b.Vector()
	return game.CourseOf(ax+bx, ay+by)
}

// trigger is the fire key without releases. A press is a tap, which fires once; following repeats show that the key is
// held.
type trigger struct {
	at      time.Time // of the newest press
	repeats bool      // the newest press was a repeat
	single  bool      // the gun fires once a press of any length

	from, until time.Time // the key counts as pressed in between
	waits       bool      // for the first call of down after from
}

const (
	// tapTime is the least length of a tap: a frame of 30 a second, and half the time between two shots of the
	// quickest gun.
	tapTime = time.Second / 30
	// doubt is how long a press may be the first repeat of a held key: the second one follows it closely.
	doubt = 80 * time.Millisecond
	// stale is how long a press waits to be seen.
	stale = time.Second
	// steering is how long the key keeps firing when another one has ended its repeats.
	steering = 400 * time.Millisecond
)

func (t *trigger) press(now time.Time) {
	since := now.Sub(t.at)
	t.at, t.repeats = now, since <= repeating
	switch {
	case t.repeats && t.single && now.Before(t.from):
		t.waits, t.until = false, now // the press before this was a repeat
	case t.repeats && t.single:
	case t.repeats:
		t.until = now.Add(repeating)
	case t.single && since <= unseen:
		t.pull(now.Add(doubt))
	default:
		t.pull(now)
	}
}

// pull starts a tap.
func (t *trigger) pull(from time.Time) { t.from, t.until, t.waits = from, from.Add(tapTime), true }

// interrupt handles the press of another key, which ends the repeats of the trigger. It is still held if a repeat has
// just arrived.
func (t *trigger) interrupt(now time.Time) {
	if t.repeats && !t.single && now.Sub(t.at) <= doubt {
		t.until = now.Add(steering)
	}
	t.repeats = false
}

// down reports whether the key counts as pressed at the time now. A tap lasts until a frame has shown it, at any frame
// rate.
func (t *trigger) down(now time.Time) bool {
	if now.Before(t.from) {
		return false
	}
	waited := t.waits && now.Sub(t.from) < stale
	t.waits = false
	return waited || now.Before(t.until)
}
