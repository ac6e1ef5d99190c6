package term

import (
	"os"

	"github.com/gdamore/tcell/v2"
)

// openStdio returns the console as driven by tcell.
func openStdio() (tcell.Tty, error) {
	if !stdioIsTerminal() {
		return nil, ErrNoTerminal
	}
	return tcell.NewDevTty()
}

func openControlling() (tcell.Tty, error) { return nil, ErrNoTerminal }

// CanSuspend reports whether a shell can suspend programs here.
const CanSuspend = false

// NotifyContinued does nothing.
func NotifyContinued(chan<- os.Signal) {}

// Suspend does nothing.
func Suspend(<-chan os.Signal) {}
