package ui

import "dogfight/ui/term"

// suspend does what Ctrl-Z is for: it restores the terminal, stops the process, and
// reopens the terminal when the process continues. A terminal that was given to us is
// not ours to suspend.
func (a *app) suspend() {
	if !a.ownsTerminal() || !term.CanSuspend {
		return
	}
	if a.flight != nil {
		a.flight.session.Match.Pause(true) // until the next frame
	}
	a.closeSpeaker()
	a.reopen(func() {
		a.term.Close()
		term.Suspend(a.continued)
	})
}

// reopen has the process's own terminal be closed, and opens it again.
func (a *app) reopen(closing func()) {
	roundTrip := a.term.RoundTrip()
	closing()
	terminal, err := openTerminal(a.conf.Colours, roundTrip, a.ending)
	if err != nil {
		a.quit(err)
		return
	}
	terminal.SetASCII(a.ascii())
	a.term, a.screen = terminal, terminal.Screen()
	a.paint() // nor may the background be as it was
}
