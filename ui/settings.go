package ui

import (
	"time"

	"dogfight/proto"
)

// newSettingsForm sets how things look and what the player is called.
func newSettingsForm(a *App) *form {
	f := newForm(a, "Settings", "keeps")
	name := f.text("Your name", a.conf.Pilot.Name, proto.MaxName)
	glyphs := choose(f, "Draw with", glyphOptions(), a.conf.Settings.Glyphs)
	flashes := choose(f, "Fewer flashes", noYes(), a.conf.Settings.FewerFlashes)
	rate := choose(f, "Frame rate", rateOptions(), a.conf.Settings.FrameRate)
	f.submit = func() error {
		clean, err := proto.CleanName(name())
		if err != nil {
			return err
		}
		a.conf.Pilot.Name = clean
		a.set(Settings{Glyphs: glyphs(), FewerFlashes: flashes(), FrameRate: rate()})
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
	if s == was {
		return
	}
	a.term.SetASCII(a.ascii())
	if a.flight != nil {
		a.flight.screen.Set(a.look())
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

func (s Settings) frameTime() time.Duration { return time.Second / time.Duration(s.FrameRate) }
