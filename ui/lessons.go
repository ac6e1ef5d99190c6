package ui

import "time"

// teach shows the player what to do next, in a match that is there to learn in.
func (f *flight) teach(now time.Time) {
	if l := f.session.Lessons; l != nil {
		f.screen.Teach(l.See(f.view, now, f.app.term.Releases(), &f.app.conf.Settings.Keys))
	}
}

// noNewcomer has the lessons no longer offered, neither now nor the next time: whoever has
// been in a match or a lesson knows of them. What keeps that is that there are settings.
func (a *App) noNewcomer() {
	if !a.conf.Newcomer {
		return
	}
	a.conf.Newcomer = false
	if a.conf.Keep != nil {
		_ = a.conf.Keep(a.kept, a.kept) // if it cannot be kept, they are offered once more
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
		a.land("No match", err)
	}
}

// playBots starts a match against bots, as it was last chosen.
func (a *App) playBots() error {
	return a.launched(a.conf.Launcher.Solo(SoloOptions{Pilot: a.conf.Pilot, Match: a.conf.Solo}))
}
