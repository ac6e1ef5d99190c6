package ui

import "dogfight/proto"

// newSettingsForm sets how things look and what the player is called. It holds
// until the program ends.
func newSettingsForm(a *App) *form {
	f := newForm(a, "Settings", "keeps")
	name := f.text("Your name", a.conf.Pilot.Name, proto.MaxName)
	ascii := choose(f, "Plain ASCII", noYes(), a.conf.Settings.ASCII)
	flashes := choose(f, "Fewer flashes", noYes(), a.conf.Settings.FewerFlashes)
	f.submit = func() error {
		clean, err := proto.CleanName(name())
		if err != nil {
			return err
		}
		a.conf.Pilot.Name = clean
		a.set(Settings{ASCII: ascii(), FewerFlashes: flashes()})
		a.pop()
		return nil
	}
	return f.ready()
}

// set makes the screen look as wanted.
func (a *App) set(s Settings) {
	if s == a.conf.Settings {
		return
	}
	a.conf.Settings = s
	a.term.SetASCII(s.ASCII)
	if a.flight != nil {
		a.flight.look(s)
	}
}
