package ui

import (
	"time"

	"dogfight/assets"
	"dogfight/ui/play"
	"dogfight/ui/term"
)

// backgroundTime is how long the first picture waits for the terminal to tell what it draws
// on. A later answer is taken when it comes.
const backgroundTime = 100 * time.Millisecond

// openTerminal takes over the process's own terminal.
func openTerminal(colours term.Colours) (*term.Terminal, error) {
	t, err := term.OpenWith(colours)
	if err == nil {
		t.AwaitBackground(backgroundTime)
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

// repaint paints anew if the terminal has told of another background than before.
func (a *App) repaint() {
	if a.term.Background() != a.background {
		a.paint() // a theme that is no good was told of before
	}
}

// paintsGround reports whether the terminal's own background is painted over: it may be
// anything until the terminal has told, and what is drawn must be legible on it.
func (a *App) paintsGround() bool {
	return !a.background.Told || !play.Legible(a.palette, a.screen.Colors(), a.background.RGB)
}
