// Package cli is the command line: a file a command. Each reads its flags, says what is wrong with them
// in one line, and hands over to the package that does the work.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
	"time"

	"dogfight/internal/atomicfile"
	"dogfight/internal/crash"
	"dogfight/internal/home"
	"dogfight/internal/replays"
)

// version is the program's; the protocol and the rules have their own.
const version = "0.1.0"

// Exit codes.
const (
	ExitOK      = 0
	ExitFailure = 1
	ExitUsage   = 2
)

// program is what a command may touch of the process.
type program struct {
	dirs           home.Dirs // of the player's files
	stdout, stderr io.Writer
	args           []string // of the command line
	signals        *signals
	fleetTime      time.Duration // how long a fleet may take to answer

	record  recordFlags
	archive *replays.Archive // nil until a command records matches
}

// Main runs the program with the arguments of the process, and exits.
func Main() {
	defer crash.Restore()
	signals, ctx, stop := hearSignals()
	atomicfile.Interrupt = ctx.Done()
	out := &output{file: os.Stdout}
	p := &program{dirs: home.User(), stdout: out, stderr: os.Stderr, signals: signals, fleetTime: usualFleetTime}
	code := p.run(ctx, os.Args[1:])
	stop()
	if code == ExitOK && out.err != nil {
		fmt.Fprintf(p.stderr, "dogfight: %v\n", out.err)
		code = ExitFailure
	}
	os.Exit(code)
}

// output is standard output. It keeps the first error for Main, so that a command may print without looking: a full disk makes all of them
// fail. That the reader has ended is no failure of a server, and ends all else.
type output struct {
	file *os.File
	err  error
}

func (o *output) Write(b []byte) (int, error) {
	n, err := o.file.Write(b)
	if o.err == nil && !errors.Is(err, syscall.EPIPE) {
		o.err = err
	}
	return n, err
}

// Fd tells those who ask how wide the terminal is.
func (o *output) Fd() uintptr { return o.file.Fd() }

// run runs the command that the arguments name and returns the exit code.
func (p *program) run(ctx context.Context, args []string) int {
	p.args = args
	root := newRoot(p)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	p.closeArchive()
	if err == nil {
		return ExitOK
	}
	if err == errSaid {
		return ExitFailure
	}
	fmt.Fprintf(p.stderr, "dogfight: %v\n", err)
	var usage usageError
	if errors.As(err, &usage) {
		return ExitUsage
	}
	return ExitFailure
}

// errSaid is that of a command that has said itself what is wrong.
var errSaid = errors.New("what is wrong was said")

// usageError is the fault of the command line.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

func usagef(format string, args ...any) error {
	return usageError{fmt.Errorf(format, args...)}
}

// first returns the first error that is one.
func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
