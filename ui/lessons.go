package ui

import "time"

// teach shows the player what to do next in a lesson.
func (f *flight) teach(now time.Time) {
	if l := f.session.Lessons; l != nil {
		f.screen.Teach(l.See(f.view, now, f.app.term.Releases(), &f.app.conf.Settings.Keys))
	}
}

// noNewcomer stops offering the lessons, now and next time: a player who has been in a match
// or a lesson knows of them. Saving any settings is what makes this permanent.
func (a *app) noNewcomer() {
	if !a.conf.Newcomer {
		return
	}
	a.conf.Newcomer = false
	if a.conf.Save != nil {
		_ = a.conf.Save(a.saved, a.saved) // if that fails, they are offered once more
	}
}

// skip goes on to the next lesson, and from the last one to a match against bots.
func (f *flight) skip() {
	if l := f.session.Lessons; l == nil || l.Skip() {
		return
	}
	a := f.app
	a.closeSession()
	a.pages = nil
	if err := a.playBots(); err != nil {
		a.land("Could not start a match", err)
	}
}

// playBots starts a match against bots, as it was last chosen.
func (a *app) playBots() error {
	return a.launched(a.conf.Launcher.Solo(SoloOptions{Pilot: a.conf.Pilot, Match: a.conf.Solo}))
}
