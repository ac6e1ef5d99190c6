// Package cli is the command line of dogfight-hub: flags in, a hub started, lines for programs on standard output.
package cli

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"

	"dogfight/internal/command"
	"dogfight/sys"
)

// program is what a command may touch of the process.
type program struct {
	stdout, stderr io.Writer
	hangups        <-chan os.Signal
	ending         command.Ending
	data           string // the folder of the streams by default; "" for that of the user
}

// Main runs the program with the arguments of the process, and exits.
func Main() {
	defer sys.Restore()
	ends, hangups := []os.Signal{syscall.SIGTERM}, make(chan os.Signal, 1)
	if !signal.Ignored(os.Interrupt) { // ignored by the parent's wish, as SIGHUP is by nohup
		ends = append(ends, os.Interrupt)
	}
	if !signal.Ignored(syscall.SIGHUP) {
		signal.Notify(hangups, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), ends...)
	sys.Interrupt = ctx.Done()
	out := &command.Output{File: os.Stdout}
	p := &program{stdout: out, stderr: os.Stderr, hangups: hangups}
	p.ending.Watch(ctx, "dogfight-hub", p.stderr)
	code := p.run(ctx, os.Args[1:])
	stop()
	os.Exit(out.Check(code, "dogfight-hub", p.stderr))
}

// run runs the command that the arguments name and returns the exit code.
func (p *program) run(ctx context.Context, args []string) int {
	root := newRoot(p)
	root.SetArgs(args)
	command.CompletePlainly(root, args)
	return command.ExitCode(root, root.ExecuteContext(ctx), p.stderr)
}
