package ui

import (
	"time"

	"dogfight/assets"
	"dogfight/ui/canvas"
	"dogfight/ui/term"
)

// openTerminal takes over the process's own terminal, and has it tell of itself: a later answer is used when it
// comes. The round trip is that to it, 0 for not known. Ending is closed when the program is to end.
func openTerminal(colours term.Colours, roundTrip time.Duration, ending <-chan struct{}) (*term.Terminal, error) {
	t, err := term.Open(colours, ending)
	if err == nil {
		t.AwaitAnswers(roundTrip)
	}
	return t, err
}

// ThemeOn returns the theme that a name stands for on a background.
func ThemeOn(b term.Background, name string) string {
	switch {
	case name != assets.AutoTheme:
		return name
	case b.Light:
		return lightTheme
	}
	return standardTheme()
}

// lightTheme is the built-in one for light backgrounds.
const lightTheme = "daylight"

// repaint repaints if the terminal has told something else of itself.
func (a *app) repaint() {
	if a.term.Told() != a.told {
		a.paint() // a broken theme was reported before
		a.term.SetASCII(a.ascii())
	}
}

// paintsGround reports whether the terminal's own background is painted over: it may be
// anything until the terminal has reported it, and text must be legible on it. In the rich tier it
// always is, for dust is shades of space.
func (a *app) paintsGround() bool {
	own := a.told.Background
	return !own.Told || a.tier() == canvas.Rich || !canvas.Legible(a.palette, a.screen.Colors(), own.RGB)
}
