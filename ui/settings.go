package ui

import (
	"dogfight/proto"
	"dogfight/ui/input"
	"dogfight/ui/term"
)

// newSettingsForm changes the settings and the player's name.
func newSettingsForm(a *app) *form {
	f := newForm(a, "Settings", "saves")
	name := f.text("Your name", a.conf.Pilot.Name, proto.MaxName)
	glyphs := addChoice(f, "Glyphs", glyphOptions(), a.conf.Settings.Glyphs)
	glyphs.compare = func() { a.push(newTestCard(a, glyphs)) }
	flashes := choose(f, "Fewer flashes", noYes(), a.conf.Settings.FewerFlashes)
	motion := choose(f, "Reduced motion", noYes(), a.conf.Settings.ReducedMotion)
	rate := choose(f, "Frame rate", rateOptions(), a.conf.Settings.FrameRate)
	theme := choose(f, "Theme", themeOptions(a.conf.Themes, a.conf.Settings.Theme), a.conf.Settings.Theme)
	colourBlind := choose(f, "Palette", paletteOptions(), a.conf.Settings.ColourBlind)
	numbers := choose(f, "Damage numbers", yesNo(), a.conf.Settings.NoDamageNumbers)
	killCam := choose(f, "Kill-cam", yesNo(), a.conf.Settings.NoKillCam)
	hearing := choose(f, "Sound", a.soundOptions(), a.conf.Settings.Sound)
	volumes := volumeOptions(a.conf.Settings.Volume)
	volume := addChoice(f, "Volume", volumes, a.conf.Settings.Volume)
	percent := func() int { return volumes[volume.current].value }
	volume.changed = func() { a.sample(percent()) }
	colours := func() term.Colours { return a.conf.Colours }
	if a.ownsTerminal() && !a.term.Traits().NoColor { // NO_COLOR goes before everything
		colours = choose(f, "Colours", coloursOptions(), a.conf.Colours)
	}
	mouse := choose(f, "Steering", steeringOptions(), a.conf.Settings.Mouse)
	f.submenu(a, "Keys", a.conf.Settings.keysName, func() { a.push(newBindings(a)) })
	f.keep = func() {
		if clean, err := proto.CleanName(name()); err == nil {
			a.conf.Pilot.Name = clean
		}
		s := a.conf.Settings // the keys have a page of their own
		s.Glyphs, s.FrameRate, s.Mouse = glyphOptions()[glyphs.current].value, rate(), mouse()
		s.FewerFlashes, s.ReducedMotion = flashes(), motion()
		s.NoDamageNumbers, s.NoKillCam = numbers(), killCam()
		s.Sound, s.Volume = hearing(), percent()
		_, unpainted := paletteOf(a.conf.Themes, ThemeOn(a.told.Background, theme()), colourBlind())
		if unpainted == nil {
			s.Theme, s.ColourBlind = theme(), colourBlind()
		}
		a.set(s)
		a.setColours(colours())
		a.save()
		if unpainted != nil {
			a.push(newBadTheme(a, unpainted))
		}
	}
	f.submit = func() error {
		if _, err := proto.CleanName(name()); err != nil {
			return err
		}
		if _, err := paletteOf(a.conf.Themes, ThemeOn(a.told.Background, theme()), colourBlind()); err != nil {
			a.push(newBadTheme(a, err))
			return nil
		}
		f.back()
		return nil
	}
	return f.ready()
}

// newBadTheme says what is wrong with a theme. With its path that is too long for a form.
func newBadTheme(a *app, err error) *panel {
	return newMessage(a, "Could not use this theme", err.Error())
}

// set applies settings.
func (a *app) set(s Settings) {
	was := a.conf.Settings
	a.conf.Settings = s
	if s.FrameRate != was.FrameRate {
		a.pace = newPace(a.rate())
		a.frames.Reset(a.frameTime())
		was.FrameRate = s.FrameRate
	}
	a.tune()
	if s == was {
		return
	}
	a.paint() // the form has seen to it that it can
	a.term.SetASCII(a.ascii())
	if a.flight != nil {
		a.flight.screen.Set(a.look())
	}
}

// setColours sets how many colours the terminal is sent. That takes reopening it, so it
// must be the process's own.
func (a *app) setColours(c term.Colours) {
	if c == a.conf.Colours {
		return
	}
	a.conf.Colours = c
	a.reopen(a.term.Close)
}

// recolour has the player's ship be of another colour, in the match that is shown too.
func (a *app) recolour(colour uint8) {
	a.conf.Pilot.Colour = colour
	if a.flight != nil {
		a.flight.session.Match.Recolour(colour)
	}
}

// nextColour has it be of the next one, and saves that.
func (a *app) nextColour() {
	a.recolour((a.conf.Pilot.Colour + 1) % (proto.Colours + 1))
	a.save()
}

// ownsTerminal reports whether the terminal is the process's own.
func (a *app) ownsTerminal() bool { return a.conf.Terminal == nil }

// save saves what was changed. If that fails, the changes still apply, and are saved with
// the next ones.
func (a *app) save() {
	is := a.preferences()
	if is == a.saved || a.conf.Save == nil {
		return
	}
	if err := a.conf.Save(a.saved, is); err != nil {
		a.push(newMessage(a, "Could not save your settings", err.Error()))
		return
	}
	a.saved = is
}

func (a *app) preferences() Preferences {
	return Preferences{Name: a.conf.Pilot.Name, ShipColour: a.conf.Pilot.Colour, Colours: a.conf.Colours, Settings: a.conf.Settings}
}

// keysName names the key bindings.
func (s *Settings) keysName() string {
	preset := s.Keys.Preset()
	if s.Keys != input.BindingsOf(preset) {
		return preset.String() + ", changed"
	}
	return preset.String()
}
