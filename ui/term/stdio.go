package term

import (
	"errors"
	"os"

	"golang.org/x/term"
)

// ErrNoTerminal says that standard input or output is not a terminal.
var ErrNoTerminal = errors.New("expected a terminal on standard input and output, found a file or a pipe")

func stdioIsTerminal() bool {
	return term.IsTerminal(int(os.Stdin.Fd())) && term.IsTerminal(int(os.Stdout.Fd()))
}
