package ui

import (
	"fmt"
	"time"

	"dogfight/ui/input"
)

// away notices an idle player. The zero value removes nobody.
type away struct {
	after   time.Duration // of idleness the player is removed; 0 for never
	touched time.Time     // when a key was last pressed
}

// warning is how long before that the player is warned.
const warning = time.Minute

// note takes in what may be the player's doing. A terminal says some things by
// itself: its size, and that its window was chosen.
func (w *away) note(ev input.Event, now time.Time) {
	switch ev.Kind {
	case input.Press, input.Repeat, input.Release, input.Mouse, input.PasteStart, input.PasteEnd:
		w.touched = now
	}
}

// left returns how much longer the player may stay idle, and whether to warn now.
func (w *away) left(now time.Time) (left time.Duration, warned bool) {
	if w.touched.IsZero() {
		w.touched = now
	}
	left = w.after - now.Sub(w.touched)
	return left, w.after > 0 && left < min(warning, w.after/2)
}

// drawAway warns an idle player, and removes them in the end.
func (a *app) drawAway(now time.Time) {
	left, warned := a.away.left(now)
	switch {
	case !warned:
	case left <= 0:
		a.quit(fmt.Errorf("removed for inactivity: no key pressed for %v", a.away.after))
	default:
		seconds := int((left + time.Second - 1) / time.Second)
		_, height := a.screen.Size()
		putCentred(a.screen, height/3, a.hint(fmt.Sprintf(" Still there? Press a key or you will be removed in %d s ", seconds)), selected)
	}
}
