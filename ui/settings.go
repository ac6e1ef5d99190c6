package ui

import (
	"time"

	"dogfight/proto"
	"dogfight/ui/term"
)

// newSettingsForm sets how things look and what the player is called.
func newSettingsForm(a *App) *form {
	f := newForm(a, "Settings", "keeps")
	name := f.text("Your name", a.conf.Pilot.Name, proto.MaxName)
	ascii := choose(f, "Plain ASCII", noYes(), a.conf.Settings.ASCII)
	flashes := choose(f, "Fewer flashes", noYes(), a.conf.Settings.FewerFlashes)
	rate := choose(f, "Frame rate", rateOptions(), a.conf.Settings.FrameRate)
	theme := choose(f, "Theme", themeOptions(a.conf.Themes, a.conf.Settings.Theme), a.conf.Settings.Theme)
	colourBlind := choose(f, "Palette", paletteOptions(), a.conf.Settings.ColourBlind)
	colours := func() term.Colours { return a.conf.Colours }
	if a.ownsTerminal() && !a.term.Traits().NoColor { // NO_COLOR goes before everything
		colours = choose(f, "Colours", coloursOptions(), a.conf.Colours)
	}
	f.submit = func() error {
		clean, err := proto.CleanName(name())
		if err != nil {
			return err
		}
		if _, err := paletteOf(a.conf.Themes, theme(), colourBlind()); err != nil {
			a.push(newMessage(a, "This theme is no good", err.Error())) // with its path it is too long for the form
			return nil
		}
		a.conf.Pilot.Name = clean
		a.set(Settings{
			ASCII: ascii(), FewerFlashes: flashes(), FrameRate: rate(),
			Theme: theme(), ColourBlind: colourBlind(),
		})
		a.setColours(colours())
		a.pop()
		a.keep()
		return nil
	}
	return f.ready()
}

// set makes the screen look as wanted.
func (a *App) set(s Settings) {
	was := a.conf.Settings
	a.conf.Settings = s
	if s.FrameRate != was.FrameRate {
		a.frames.Reset(s.frameTime())
		was.FrameRate = s.FrameRate
	}
	if s.Theme != was.Theme || s.ColourBlind != was.ColourBlind {
		a.paint() // the form has seen to it that it can
		was.Theme, was.ColourBlind = s.Theme, s.ColourBlind
	}
	if s == was {
		return // what is on the match screen may stay
	}
	a.term.SetASCII(s.ASCII)
	if a.flight != nil {
		a.flight.look(s)
	}
}

// setColours has the terminal be sent so many colours. It has to be taken over
// anew for that, so it must be the process's own.
func (a *App) setColours(c term.Colours) {
	if c == a.conf.Colours {
		return
	}
	a.conf.Colours = c
	a.term.Close()
	a.reopen()
}

// ownsTerminal reports whether the terminal is the process's own.
func (a *App) ownsTerminal() bool { return a.conf.Terminal == nil }

// keep keeps what was changed for the next time. What cannot be kept holds all
// the same, and is tried again with the next change.
func (a *App) keep() {
	is := a.preferences()
	if is == a.kept || a.conf.Keep == nil {
		return
	}
	if err := a.conf.Keep(a.kept, is); err != nil {
		a.push(newMessage(a, "Only until you leave", err.Error()))
		return
	}
	a.kept = is
}

func (a *App) preferences() Preferences {
	return Preferences{Name: a.conf.Pilot.Name, Colours: a.conf.Colours, Settings: a.conf.Settings}
}

func (s Settings) frameTime() time.Duration { return time.Second / time.Duration(s.FrameRate) }
