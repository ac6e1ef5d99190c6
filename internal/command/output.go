package command

import (
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"

	"golang.org/x/term"
)

// Output is standard output. It keeps the first error for Close, so that a command may print without checking: with a full disk, each write
// fails. An end of the reader is not an error: it does not concern a server, and its signal ends all other commands.
type Output struct {
	File *os.File
	err  error
}

// Write is an io.Writer's.
func (o *Output) Write(b []byte) (int, error) {
	n, err := o.File.Write(b)
	if o.err == nil && !errors.Is(err, syscall.EPIPE) {
		o.err = err
	}
	return n, err
}

// Fd returns the file descriptor.
func (o *Output) Fd() uintptr { return o.File.Fd() }

// Check returns the exit code of a command that ended with code: a failure, which it prints, if not all of the output was written.
func (o *Output) Check(code int, name string, stderr io.Writer) int {
	if code == ExitOK && o.err != nil {
		fmt.Fprintf(stderr, "%s: %v\n", name, o.err)
		return ExitFailure
	}
	return code
}

// Columns returns the width of the terminal that a writer is.
func Columns(w io.Writer) (columns int, ok bool) {
	f, ok := w.(interface{ Fd() uintptr })
	if !ok {
		return 0, false
	}
	columns, _, err := term.GetSize(int(f.Fd()))
	return columns, err == nil
}
