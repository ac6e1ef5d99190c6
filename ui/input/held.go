package input

import (
	"slices"
	"time"

	"dogfight/game"
)

// tap is how long a press lasts at least. A key may be let go before the next
// frame, of 33 ms, has seen it.
const tap = 50 * time.Millisecond

// Held is what the keys do that are down, on a terminal that reports releases.
// Arrows that are down together make the diagonal, the newest of two opposite
// ones wins, and the buttons last as long as their keys. The zero value holds
// nothing. It belongs to one goroutine.
//
// A release that never comes is made up for by the key's next one, or by Reset.
type held struct {
	down []downKey // in the order in which they were pressed
}

// downKey is a key that is down, or was a moment ago.
type downKey struct {
	name Key
	does stroke
	at   time.Time // when it was pressed
	upAt time.Time // when its press ends; zero while it is down
	seen bool      // by an Input
}

// nameOf tells keys apart. Shift, which may be let go first, does not matter.
func nameOf(ev Event) Key {
	k, _, _ := keyOf(ev)
	return unshifted(k)
}

// maxDown is how many keys may be down: five fingers more than anybody has. Then the
// oldest is taken for one whose release was lost.
const maxDown = 15

// Press takes in a key press, or a repeat, and reports whether the key is bound
// to fly.
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
		h.down[i].does = does // a repeat, by now perhaps with Shift
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

// Release takes in that a key was let go. It has the name that the key has without
// Shift, so one that was not pressed may be that of any sign.
func (h *held) Release(now time.Time, ev Event) {
	name := nameOf(ev)
	unknown := name.IsCharacter() && h.find(name) < 0
	for i := range h.down {
		if k := &h.down[i]; k.name == name || unknown && isSign(k.name) {
			k.release(now)
		}
	}
}

// release ends the press, once it has lasted as long as a tap.
func (k *downKey) release(now time.Time) {
	if !k.upAt.IsZero() {
		return
	}
	k.upAt = k.at.Add(tap)
	if now.After(k.upAt) {
		k.upAt = now
	}
}

// Input returns what is held at the time now.
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
		x, y = newer(x, cx), newer(y, cy)
		if k.does.fire {
			buttons |= game.Fire
		}
		if k.does.boost {
			buttons |= game.Special
		}
	}
	return game.Steer(game.CourseOf(x, y)) | buttons
}

// newer returns what a newer key makes of one axis: it wins, unless it is of the
// other axis alone.
func newer(was, is int32) int32 {
	if is == 0 {
		return was
	}
	return is
}

// Reset lets go of everything.
func (h *held) Reset() { *h = held{} }

// stop lets go of all courses, until their keys are pressed again.
func (h *held) stop() {
	h.down = slices.DeleteFunc(h.down, func(k downKey) bool { return k.does.course != game.Idle })
}

// forget drops the keys that are not down any more.
func (h *held) forget(now time.Time) {
	h.down = slices.DeleteFunc(h.down, func(k downKey) bool { return k.over(now) })
}

func (h *held) find(name Key) int {
	return slices.IndexFunc(h.down, func(k downKey) bool { return k.name == name })
}

// over reports whether the press has ended by the time now. That of a button waits to be seen,
// however slow the pictures are.
func (k *downKey) over(now time.Time) bool {
	return !k.upAt.IsZero() && !now.Before(k.upAt) && (k.seen || k.does.course != game.Idle || now.Sub(k.at) >= stale)
}
