package term

import "github.com/gdamore/tcell/v2"

// openStdio returns the console as tcell drives it.
func openStdio() (tcell.Tty, error) {
	if !stdioIsTerminal() {
		return nil, ErrNoTerminal
	}
	return tcell.NewDevTty()
}

func openControlling() (tcell.Tty, error) { return nil, ErrNoTerminal }
