package term

import (
	"errors"
	"os"

	"golang.org/x/term"
)

// ErrNoTerminal says that standard input or output is not a terminal.
var ErrNoTerminal = errors.New("standard input and output must be a terminal, not a file or a pipe")

func stdioIsTerminal() bool {
	return term.IsTerminal(int(os.Stdin.Fd())) && term.IsTerminal(int(os.Stdout.Fd()))
}
