package term

// Colours is how many colours a user wants a terminal to be sent. The zero value
// is as many as its environment says that it has.
type Colours uint8

const (
	AsManyAsItHas Colours = 0
	NoColours     Colours = 1
	Colours16     Colours = 2
	Colours256    Colours = 3
	TrueColours   Colours = 4
)

// colours returns what the terminal is to be sent. NO_COLOR goes before
// everything: it is how a user says so to all programs.
func (t Traits) colours() Colours {
	switch {
	case t.NoColor:
		return NoColours
	case t.Wanted == AsManyAsItHas && t.TrueColor:
		return TrueColours
	}
	return t.Wanted
}

// Open takes over the terminal on standard input and output, with so many colours. It returns
// ErrNoTerminal when one of them is not a terminal, and ErrNoDrawing for one that takes no escape sequences. Once ending is closed, a terminal that takes no output is
// waited for no longer than a second; nil never is.
func Open(wanted Colours, ending <-chan struct{}) (*Terminal, error) {
	traits := local()
	traits.Wanted = wanted
	tty, err := openStdio()
	if err != nil {
		return nil, err
	}
	if err := traits.Check(); err != nil {
		tty.Close()
		return nil, err
	}
	return OpenTty(&leavable{Tty: tty, ending: ending}, traits)
}
