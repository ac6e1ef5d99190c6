package ui

import (
	"time"

	"dogfight/proto"
	"dogfight/ui/keys"
)

// newSettingsForm sets how things look and what the player is called.
func newSettingsForm(a *App) *form {
	f := newForm(a, "Settings", "keeps")
	name := f.text("Your name", a.conf.Pilot.Name, proto.MaxName)
	glyphs := choose(f, "Draw with", glyphOptions(), a.conf.Settings.Glyphs)
	flashes := choose(f, "Fewer flashes", noYes(), a.conf.Settings.FewerFlashes)
	rate := choose(f, "Frame rate", rateOptions(), a.conf.Settings.FrameRate)
	mouse := choose(f, "Steering", steeringOptions(), a.conf.Settings.Mouse)
	f.door("Keys", a.conf.Settings.keysName, func() { a.push(newBindings(a)) })
	f.submit = func() error {
		clean, err := proto.CleanName(name())
		if err != nil {
			return err
		}
		a.conf.Pilot.Name = clean
		s := a.conf.Settings // the keys have a page of their own
		s.Glyphs, s.FewerFlashes, s.FrameRate, s.Mouse = glyphs(), flashes(), rate(), mouse()
		a.set(s)
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
	if a.flight != nil {
		a.flight.screen.Bind(s.Keys, s.Mouse)
	}
	was.Keys, was.Mouse = s.Keys, s.Mouse
	if s == was {
		return // what is on the match screen may stay
	}
	a.term.SetASCII(a.ascii())
	if a.flight != nil {
		a.flight.look()
	}
}

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
	return Preferences{Name: a.conf.Pilot.Name, Settings: a.conf.Settings}
}

// keysName says which keys are bound.
func (s *Settings) keysName() string {
	preset := s.Keys.Preset()
	if s.Keys != keys.BindingsOf(preset) {
		return preset.String() + ", changed"
	}
	return preset.String()
}

func (s Settings) frameTime() time.Duration { return time.Second / time.Duration(s.FrameRate) }
