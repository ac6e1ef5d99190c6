package ui

import "dogfight/ui/term"

// suspend does what Ctrl-Z is for: it gives the terminal back, lets the shell go on,
// and takes the terminal again when the program is brought back. A terminal that
// was given to us is somebody else's to suspend.
func (a *App) suspend() {
	if !a.ownsTerminal() || !term.CanSuspend {
		return
	}
	if a.flight != nil {
		a.flight.session.Match.Pause(true) // until the next frame
	}
	a.term.Close()
	term.Suspend()
	a.reopen()
}

// reopen takes the process's own terminal again after it was closed.
func (a *App) reopen() {
	terminal, err := openTerminal(a.conf.Colours)
	if err != nil {
		a.quit(err)
		return
	}
	terminal.SetASCII(a.ascii())
	a.term, a.screen = terminal, terminal.Screen()
	a.paint() // nor may the background be as it was
}
