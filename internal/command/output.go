package command

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"golang.org/x/term"

	"dogfight/sys"
)

// Output is standard output. It stores the first error for Check, so that commands may print without checking. A reader that has ended is
// no error: servers continue without it, and its signal ends all other commands. One that has stopped does not keep an interrupted program.
type Output struct {
	File *os.File
	err  error
}

func (o *Output) Write(b []byte) (int, error) {
	n, err := sys.Await(func() (int, error) { return o.File.Write(b) })
	if o.err == nil && !errors.Is(err, syscall.EPIPE) {
		o.err = err
	}
	return n, err
}

func (o *Output) Fd() uintptr { return o.File.Fd() }

// Check returns the exit code of a command that ended with code: a failure, which it prints, if not all of the output was written.
func (o *Output) Check(code int, name string, stderr io.Writer) int {
	if code == ExitOK && o.err != nil {
		fmt.Fprintf(stderr, "%s: %v\n", name, o.err)
		return ExitFailure
	}
	return code
}

// SurviveReaders makes writes to standard output and error fail once their reader has ended, instead of ending the process: a server then
// loses log lines, and continues.
func SurviveReaders() { signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) }

// Columns returns the width of a writer that is a terminal.
func Columns(w io.Writer) (columns int, ok bool) {
	f, ok := w.(interface{ Fd() uintptr })
	if !ok {
		return 0, false
	}
	columns, _, err := term.GetSize(int(f.Fd()))
	return columns, err == nil
}

// patience is how long the first line that is not read blocks a server, and maxWaiting the number of lines that wait after it.
const patience, maxWaiting = time.Second, 1024

// PatientLog returns a writer to a reader that may stop. Up to maxWaiting lines then wait, and further ones are dropped, so that a server
// continues.
func PatientLog(to io.Writer) io.Writer { return &patientLog{to: to} }

type patientLog struct {
	to io.Writer

	mu      sync.Mutex
	waiting [][]byte // the first is in progress
}

func (l *patientLog) Write(b []byte) (int, error) {
	l.mu.Lock()
	n := len(l.waiting)
	if n < maxWaiting {
		l.waiting = append(l.waiting, bytes.Clone(b))
	}
	l.mu.Unlock()
	if n > 0 {
		return len(b), nil
	}
	taken := make(chan struct{})
	go func() {
		defer sys.Restore()
		defer close(taken)
		l.drain()
	}()
	select {
	case <-taken:
	case <-time.After(patience):
	}
	return len(b), nil
}

// drain writes all waiting lines.
func (l *patientLog) drain() {
	for l.mu.Lock(); len(l.waiting) > 0; l.waiting = l.waiting[1:] {
		line := l.waiting[0]
		l.mu.Unlock()
		l.to.Write(line)
		l.mu.Lock()
	}
	l.mu.Unlock()
}
