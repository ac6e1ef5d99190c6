// Package controls turns the key presses of a terminal into what a pilot holds down.
//
// Most terminals never say that a key was released, and say that one is held
// only by repeating it: first after 250 to 660 ms, then every 30 to 40 ms, and
// not any more once a second key goes down. For these there is Latch, which waits
// for no release: a course is latched until another one, and the buttons let go
// by themselves, at once unless the key repeats. Where releases are reported, Held does what the keys say. Pointer
// steers by the mouse, if the player wants that. Controls chooses, and Bindings say
// what each key does.
package input

import (
	"time"

	"dogfight/game"
)

// How the times between key presses are read.
const (
	chord     = 60 * time.Millisecond  // two arrows at once, for a diagonal, come within this
	repeating = 120 * time.Millisecond // presses of one key this close are its repeats
	unseen    = 700 * time.Millisecond // a key may be held this long before it repeats
	boosting  = 100 * time.Millisecond // that a press of the afterburner lasts
)

// Latch remembers which course and buttons the keys pressed so far hold. The
// zero value holds nothing. It belongs to one goroutine.
type Latch struct {
	course  course
	fire    trigger
	boostTo time.Time
}

// Press takes in a key press and reports whether the key is bound to fly.
func (l *Latch) Press(now time.Time, ev Event, b *Bindings) bool {
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

// Input returns what is held at the time now.
func (l *Latch) Input(now time.Time) game.Input {
	in := game.Steer(l.course.latched)
	if l.fire.down(now) {
		in |= game.Fire
	}
	if now.Before(l.boostTo) {
		in |= game.Special
	}
	return in
}

// Reset lets go of everything.
func (l *Latch) Reset() { *l = Latch{} }
