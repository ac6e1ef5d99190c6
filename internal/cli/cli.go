// Package cli is the command line: a file a command. Each reads its flags, reports a mistake in one line, and calls the package that does
// the work.
package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dogfight/internal/command"
	"dogfight/internal/config"
	"dogfight/internal/replays"
	"dogfight/sys"
)

const version = command.Version

// program is the process as its commands see it.
type program struct {
	dirs           config.Dirs // of the player's files
	stdout, stderr io.Writer
	args           []string // of the command line
	signals        *signals
	ending         command.Ending
	fleetTime      time.Duration // limit for the answer of a fleet

	record  recordFlags
	archive *replays.Archive // nil until a command records matches
}

// Main runs the program with the arguments of the process, and exits.
func Main() {
	defer sys.Restore()
	signals, ctx, stop := watchSignals()
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
	if p.archive != nil {
		p.archive.Close()
	}
	return command.ExitCode(root, err, p.stderr)
}

// print writes v as a line of JSON, or else as text.
func (p *program) print(asJSON bool, v any, text func() string) error {
	if asJSON {
		return json.NewEncoder(p.stdout).Encode(v)
	}
	_, err := io.WriteString(p.stdout, text())
	return err
}

var (
	noWords  = command.Words{}
	anyWords = command.Words{Most: 1 << 20}
	oneWord  = command.Words{Least: 1, Most: 1}
)

// first returns the first error that is not nil.
func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// aboutFlag returns an error as a wrong value of a flag; nil stays nil.
func aboutFlag(flag string, err error) error {
	if err == nil {
		return nil
	}
	return command.Usagef("%s: %w", flag, err)
}

// without returns an error without the beginning of its text.
func without(prefix string, err error) error {
	if err == nil {
		return nil
	}
	return errors.New(strings.TrimPrefix(err.Error(), prefix))
}

func checkRange(flag string, n, least, most int) error {
	if n < least || n > most {
		return command.Usagef("%s: must be %d to %d, got %d", flag, least, most, n)
	}
	return nil
}

// oneOf refuses a word that is not in the list.
func oneOf(flag, word string, words []string) error {
	if slices.Contains(words, word) {
		return nil
	}
	return command.Usagef("%s: must be one of %s, got %q", flag, strings.Join(words, ", "), word)
}

// idle are flags that have no effect under a condition, with the reason.
type idle struct {
	is         bool
	flags, why string
}

// refuseIdle refuses the given flags that have no effect.
func refuseIdle(given func(flag string) bool, all ...idle) error {
	for _, i := range all {
		for flag := range strings.FieldsSeq(i.flags) {
			if i.is && given(flag) {
				return command.Usagef("--%s: %s", flag, i.why)
			}
		}
	}
	return nil
}

// completes sets the words that a shell offers for a flag.
func completes(c *cobra.Command, flag string, words []string) {
	c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
}

// count writes a number of things: "1 ship", "2 ships".
func count(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprintf("%d %s", n, thing)
}
