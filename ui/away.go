package ui

import (
	"fmt"
	"time"

	"github.com/gdamore/tcell/v2"

	"dogfight/ui/term"
)

// away tells who has left his keyboard. The zero value sends nobody away.
type away struct {
	after   time.Duration // without a key the player has to leave; 0 for never
	touched time.Time     // when he last pressed one
}

// warning is how long before that he is warned.
const warning = time.Minute

// note takes in what may be the player's doing. A terminal says some things by
// itself: its size, and that its window was chosen.
func (w *away) note(ev tcell.Event, now time.Time) {
	switch ev.(type) {
	case *tcell.EventKey, *tcell.EventMouse, *tcell.EventPaste, term.KeyRelease:
		w.touched = now
	}
}

// left returns how long the player may yet stay without a key, and whether he is
// to be warned.
func (w *away) left(now time.Time) (left time.Duration, warned bool) {
	if w.touched.IsZero() {
		w.touched = now
	}
	left = w.after - now.Sub(w.touched)
	return left, w.after > 0 && left < min(warning, w.after/2)
}

// drawAway warns who seems to have left, and sends him away in the end.
func (a *App) drawAway(now time.Time) {
	left, warned := a.away.left(now)
	switch {
	case !warned:
	case left <= 0:
		a.quit(fmt.Errorf("no key was pressed for %v, so the seat is free for others", a.away.after))
	default:
		seconds := int((left + time.Second - 1) / time.Second)
		_, height := a.screen.Size()
		putCentred(a.screen, height/3, fmt.Sprintf(" Still there? Press a key or you will be removed in %d s ", seconds), selected)
	}
}
