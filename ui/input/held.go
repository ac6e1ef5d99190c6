package input

import (
	"cmp"
	"slices"
	"time"

	"dogfight/game"
)

// tap is the least length of a press. A key may be released before the next frame, of 33 ms, has seen it.
const tap = 50 * time.Millisecond

// held is the keys that are down, on a terminal that reports releases. Two arrows make the diagonal, the newest of two
// opposite ones wins, and the buttons last as long as their keys. The zero value holds nothing. It belongs to one
// goroutine.
//
// If a release is lost, the next press of the key or Reset replaces it.
type held struct {
	down []downKey // in the order of their presses
}

// downKey is a key that is down, or that has not been down for the length of a tap.
type downKey struct {
	name Key
	does stroke
	at   time.Time // of the press
	upAt time.Time // end of the press; zero while the key is down
	seen bool      // by an Input
}

// nameOf returns the identity of a key. It does not depend on Shift, which may be released first.
func nameOf(ev Event) Key {
	k, _, _ := keyOf(ev)
	return unshifted(k)
}

// maxDown is the largest number of keys that are down: five more than ten fingers. Beyond that the oldest is one with
// a lost release.
const maxDown = 15

// Press handles a key press or a repeat, and reports whether the key steers or fires.
func (h *held) Press(now time.Time, ev Event, b *Bindings) bool {
	does, ok := b.stroke(ev)
	if !ok {
		return false
	}
	h.forget(now)
	if does.brake {
		h.stop()
		return true
	}
	name := nameOf(ev)
	if i := h.find(name); i >= 0 && h.down[i].upAt.IsZero() {
		h.down[i].does = does // a repeat, perhaps with Shift by now
		return true
	} else if i >= 0 {
		h.down = slices.Delete(h.down, i, i+1)
	}
	if len(h.down) == maxDown {
		h.down = slices.Delete(h.down, 0, 1)
	}
	h.down = append(h.down, downKey{name: name, does: does, at: now})
	return true
}

// Release handles the release of a key. Its name is the one without Shift, so an unknown one may be that of any sign.
func (h *held) Release(now time.Time, ev Event) {
	name := nameOf(ev)
	unknown := name.IsCharacter() && h.find(name) < 0
	for i := range h.down {
		if k := &h.down[i]; k.name == name || unknown && isSign(k.name) {
			k.release(now)
		}
	}
}

// release ends the press after the length of a tap.
func (k *downKey) release(now time.Time) {
	if !k.upAt.IsZero() {
		return
	}
	k.upAt = k.at.Add(tap)
	if now.After(k.upAt) {
		k.upAt = now
	}
}

// Input returns the held course and buttons at the time now.
func (h *held) Input(now time.Time) game.Input {
	var x, y int32
	var buttons game.Input
	for i := range h.down {
		k := &h.down[i]
		if k.over(now) {
			continue
		}
		k.seen = true
		cx, cy := k.does.course.Vector()
		x, y = cmp.Or(cx, x), cmp.Or(cy, y) // the newest key of each axis
		if k.does.fire {
			buttons |= game.Fire
		}
		if k.does.boost {
			buttons |= game.Special
		}
	}
	return game.Steer(game.CourseOf(x, y)) | buttons
}

// Reset releases everything.
func (h *held) Reset() { *h = held{} }

// stop releases all courses, until their keys are pressed again.
func (h *held) stop() {
	h.down = slices.DeleteFunc(h.down, func(k downKey) bool { return k.does.course != game.Idle })
}

// forget removes the keys that are no longer down.
func (h *held) forget(now time.Time) {
	h.down = slices.DeleteFunc(h.down, func(k downKey) bool { return k.over(now) })
}

func (h *held) find(name Key) int {
	return slices.IndexFunc(h.down, func(k downKey) bool { return k.name == name })
}

// over reports whether the press has ended by the time now. That of a button lasts until an Input has seen it, at any
// frame rate.
func (k *downKey) over(now time.Time) bool {
	return !k.upAt.IsZero() && !now.Before(k.upAt) && (k.seen || k.does.course != game.Idle || now.Sub(k.at) >= stale)
}
