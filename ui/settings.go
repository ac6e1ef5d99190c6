package ui

import (
	"dogfight/proto"
	"dogfight/ui/keys"
	"dogfight/ui/term"
)

// newSettingsForm sets how things look and what the player is called.
func newSettingsForm(a *App) *form {
	f := newForm(a, "Settings", "keeps")
	name := f.text("Your name", a.conf.Pilot.Name, proto.MaxName)
	glyphs := choose(f, "Draw with", glyphOptions(), a.conf.Settings.Glyphs)
	flashes := choose(f, "Fewer flashes", noYes(), a.conf.Settings.FewerFlashes)
	rate := choose(f, "Frame rate", rateOptions(), a.conf.Settings.FrameRate)
	theme := choose(f, "Theme", themeOptions(a.conf.Themes, a.conf.Settings.Theme), a.conf.Settings.Theme)
	colourBlind := choose(f, "Palette", paletteOptions(), a.conf.Settings.ColourBlind)
	colours := func() term.Colours { return a.conf.Colours }
	if a.ownsTerminal() && !a.term.Traits().NoColor { // NO_COLOR goes before everything
		colours = choose(f, "Colours", coloursOptions(), a.conf.Colours)
	}
	mouse := choose(f, "Steering", steeringOptions(), a.conf.Settings.Mouse)
	f.door("Keys", a.conf.Settings.keysName, func() { a.push(newBindings(a)) })
	f.submit = func() error {
		clean, err := proto.CleanName(name())
		if err != nil {
			return err
		}
		if _, err := paletteOf(a.conf.Themes, ThemeOn(a.background, theme()), colourBlind()); err != nil {
			a.push(newMessage(a, "This theme is no good", err.Error())) // with its path it is too long for the form
			return nil
		}
		a.conf.Pilot.Name = clean
		s := a.conf.Settings // the keys have a page of their own
		s.Glyphs, s.FewerFlashes, s.FrameRate, s.Mouse = glyphs(), flashes(), rate(), mouse()
		s.Theme, s.ColourBlind = theme(), colourBlind()
		a.set(s)
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
		a.pace = newPace(a.rate())
		a.frames.Reset(a.pace.frameTime())
		was.FrameRate = s.FrameRate
	}
	if s == was {
		return
	}
	a.paint() // the form has seen to it that it can
	a.term.SetASCII(a.ascii())
	if a.flight != nil {
		a.flight.screen.Set(a.look())
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

// keysName says which keys are bound.
func (s *Settings) keysName() string {
	preset := s.Keys.Preset()
	if s.Keys != keys.BindingsOf(preset) {
		return preset.String() + ", changed"
	}
	return preset.String()
}
