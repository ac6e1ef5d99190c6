// Package cli is the command line: a file a command. Each reads its flags, says what is wrong with them
// in one line, and hands over to the package that does the work.
package cli

import (
	"context"
	"io"
	"os"
	"time"

	"dogfight/internal/command"
	"dogfight/internal/config"
	"dogfight/internal/replays"
	"dogfight/sys"
)

const version = command.Version

// program is what a command may touch of the process.
type program struct {
	dirs           config.Dirs // of the player's files
	stdout, stderr io.Writer
	args           []string // of the command line
	signals        *signals
	ending         command.Ending
	fleetTime      time.Duration // how long a fleet may take to answer

	record  recordFlags
	archive *replays.Archive // nil until a command records matches
}

// Main runs the program with the arguments of the process, and exits.
func Main() {
	defer sys.Restore()
	signals, ctx, stop := hearSignals()
	sys.Interrupt = ctx.Done()
	out := &command.Output{File: os.Stdout}
	p := &program{dirs: config.User(), stdout: out, stderr: os.Stderr, signals: signals, fleetTime: usualFleetTime}
	p.ending.Watch(ctx, "dogfight", p.stderr)
	code := p.run(ctx, os.Args[1:])
	stop()
	os.Exit(out.Check(code, "dogfight", p.stderr))
}

// run runs the command that the arguments name and returns the exit code.
func (p *program) run(ctx context.Context, args []string) int {
	p.args = args
	root := newRoot(p)
	root.SetArgs(args)
	command.CompletePlainly(root, args)
	err := root.ExecuteContext(ctx)
	p.closeArchive()
	return command.ExitCode(root, err, p.stderr)
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
