// Dogfight: spaceships fight in a terminal.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/pflag"

	"dogfight/guard"
)

// Version is the program's; the protocol has its own.
const version = "0.1.0"

// Exit codes.
const (
	exitOK      = 0
	exitFailure = 1
	exitUsage   = 2
)

// program is what a command may touch of the process.
type program struct {
	stdout, stderr io.Writer
}

// command is one of the words that may follow the program's name.
type command struct {
	name, usage, summary string
	run                  func(ctx context.Context, p *program, args []string) error
}

// commands returns them in the order in which help shows them. The first runs
// without a word.
func commands() []command {
	return []command{
		{"", "", "the title screen", runTitle},
		{"solo", "[flags]", "play against bots", runSolo},
		{"tutorial", "", "learn to fly, in a minute", runTutorial},
		{"host", "[flags]", "host a match, and play in it unless --headless", runHost},
		{"join", "[ADDR] [flags]", "join a match; without an address, one on this network", runJoin},
		{"lan", "[flags]", "list the matches on this network", runLAN},
		{"sim", "[flags]", "let bots fight without a screen, as fast as it goes", runSim},
		{"scores", "[flags]", "print the records: the best pilots and the last matches", runScores},
		{"doctor", "[--json]", "say what this terminal can do, and what the game will use", runDoctor},
		{"info", "ADDR", "print what is played at an address, as JSON", runInfo},
		{"admin", "CMD...", "see to the match that is hosted here; help lists how", runAdmin},
		{"id", "[add FILE.pub]", "print by which key hosts know you, or link an SSH key with it", runID},
		{"version", "", "print the version", runVersion},
		{"swarm", "[flags]", "load hosts with many clients, and print what that costs, as JSON", runSwarm},
	}
}

func main() {
	defer guard.Panics()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	p := &program{stdout: os.Stdout, stderr: os.Stderr}
	code := p.main(ctx, os.Args[1:])
	stop()
	os.Exit(code)
}

// main runs the command that the arguments name and returns the exit code.
func (p *program) main(ctx context.Context, args []string) int {
	cmd, rest := find(args)
	if cmd == nil {
		if args[0] == "help" {
			args = args[1:]
		}
		return p.fail(usagef("no command called %q: must be one of %s", args[0], commandNames()))
	}
	err := cmd.run(ctx, p, rest)
	if errors.Is(err, pflag.ErrHelp) {
		return exitOK
	}
	return p.fail(err)
}

// find returns the command that the arguments name and what follows it, or nil.
func find(args []string) (*command, []string) {
	if len(args) > 0 && args[0] == "help" {
		args = append(args[1:len(args):len(args)], "--help")
	}
	if len(args) == 0 || args[0][:min(1, len(args[0]))] == "-" {
		return &commands()[0], args
	}
	for _, cmd := range commands() {
		if cmd.name == args[0] && args[0] != "" {
			return &cmd, args[1:]
		}
	}
	return nil, nil
}

// fail reports err in one line, and returns the exit code for it.
func (p *program) fail(err error) int {
	if err == nil {
		return exitOK
	}
	fmt.Fprintf(p.stderr, "dogfight: %v\n", err)
	var usage usageError
	if errors.As(err, &usage) {
		return exitUsage
	}
	return exitFailure
}

// usageError is the fault of the command line.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

func usagef(format string, args ...any) error {
	return usageError{fmt.Errorf(format, args...)}
}

func runVersion(_ context.Context, p *program, args []string) error {
	if err := p.parse(newFlags("version"), args, 0); err != nil {
		return err
	}
	fmt.Fprintf(p.stdout, "dogfight %s\n", version)
	return nil
}
