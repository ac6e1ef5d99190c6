package keys

import (
	"time"

	"github.com/gdamore/tcell/v2"

	"dogfight/game"
)

// Grip is how the pilot holds the ship: by Held while the terminal reports
// releases, and by Latch otherwise. The zero value holds nothing. It belongs to
// one goroutine.
type Grip struct {
	latch    Latch
	held     Held
	releases bool
}

// Releases says whether the terminal reports releases from now on. Both ways
// would misread what was pressed before, so a change lets go of everything.
func (g *Grip) Releases(reported bool) {
	if reported != g.releases {
		*g = Grip{releases: reported}
	}
}

// Holds reports whether keys act only as long as they are held.
func (g *Grip) Holds() bool { return g.releases }

// Press takes in a key press, or a repeat, and reports whether the key is one
// for flying.
func (g *Grip) Press(now time.Time, ev *tcell.EventKey) bool {
	if g.releases {
		return g.held.Press(now, ev)
	}
	return g.latch.Press(now, ev)
}

// Release takes in that a key was let go.
func (g *Grip) Release(now time.Time, ev *tcell.EventKey) { g.held.Release(now, ev) }

// Input returns what is held at the time now.
func (g *Grip) Input(now time.Time) game.Input {
	if g.releases {
		return g.held.Input(now)
	}
	return g.latch.Input(now)
}

// Blur lets go of the keys whose releases will not be seen. What is latched
// needs none.
func (g *Grip) Blur() { g.held.Reset() }

// Reset lets go of everything.
func (g *Grip) Reset() {
	g.latch.Reset()
	g.held.Reset()
}
