package input

import (
	"time"

	"dogfight/game"
)

// course is the course that is latched, and what has to be known of the press
// that latched it.
type course struct {
	latched game.Course

	key     game.Course // of the newest press
	at      time.Time   // of the newest press
	repeats bool        // the newest press was a repeat
	meant   game.Course // what the key's first press made: its own course, or a diagonal
}

// press latches the course c of a key, or the diagonal between c and the key
// pressed just before.
//
// The key of a diagonal that was pressed last repeats while both are held, and
// must not bend the diagonal straight. Its first repeat cannot be told from a
// new press, so it does; the second one, right behind it, takes that back.
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
