// Package command has the common parts of our programs' command lines: help, manual pages and completion, usage errors of one line, a
// standard output that remembers errors, and a log that does not block.
package command

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dogfight/sys"
)

// Exit codes.
const (
	ExitOK      = 0
	ExitFailure = 1
	ExitUsage   = 2
)

// Words are the limits of a command's arguments besides flags.
type Words struct{ Least, Most int }

// New returns a command with its flags in the order of their definitions, and usage errors of one line.
func New(use, short string, takes Words, run func(c *cobra.Command, args []string) error) *cobra.Command {
	c := &cobra.Command{
		Use: use, Short: short, RunE: run,
		SilenceErrors: true, SilenceUsage: true, DisableFlagsInUseLine: true,
		Args: takes.Check,
	}
	c.Flags().SortFlags = false
	c.Flags().BoolP("help", "h", false, "show this help")
	c.SetFlagErrorFunc(Explain)
	return c
}

// Check refuses too few and too many arguments.
func (w Words) Check(c *cobra.Command, args []string) error {
	switch {
	case len(args) < w.Least:
		return Usagef("missing argument; usage: %s", c.UseLine())
	case len(args) > w.Most:
		return Usagef("unexpected argument %q; usage: %s", args[w.Most], c.UseLine())
	}
	return nil
}

// Explain returns an error of pflag as one that names the flag and its expected value.
func Explain(c *cobra.Command, err error) error {
	if err == pflag.ErrHelp {
		return err
	}
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) {
		flag := invalid.GetFlag()
		if wanted := expected[flag.Value.Type()]; wanted != "" {
			return Usagef("--%s: %q is not %s", flag.Name, invalid.GetValue(), wanted)
		}
		return Usagef("--%s: %w", flag.Name, invalid.Unwrap())
	}
	return Usagef("%w; see %s --help", err, c.CommandPath())
}

// expected describes the values of flags, by pflag's name for their type.
var expected = map[string]string{
	"bool":     "true or false",
	"duration": "a time, such as 90s or 5m",
	"float64":  "a number, such as 2 or 0.5",
	"int":      "a number",
	"int32":    "a number",
	"share":    "a share, such as 5% or 0.05",
	"uint32":   "a number, 0 or more",
	"uint64":   "a number, 0 or more",
}

// legible returns the text of an error as one printable line, with long values cut.
func legible(text string) string {
	var b strings.Builder
	for _, r := range lines.Replace(long.ReplaceAllString(text, "$1$3…$2")) {
		if unicode.IsPrint(r) {
			b.WriteRune(r)
		} else {
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		}
	}
	return b.String()
}

var (
	// long matches a quoted value of more than 100 characters, or a word, such as a path, of more than 300.
	long = regexp.MustCompile(`("(?:[^"\\]|\\.){100})(?:[^"\\]|\\.)+(")|(\S{300})\S+`)
	// lines are those of errors.Join and of databases.
	lines = strings.NewReplacer("\n\t", "; ", "\n", "; ", "\t", " ")
)

// usageError is a mistake in the command line.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// Usage returns an error as a mistake in the command line.
func Usage(err error) error { return usageError{err} }

// Usagef is Usage with a format.
func Usagef(format string, args ...any) error { return Usage(fmt.Errorf(format, args...)) }

// ErrShown is the error of a command that has printed its errors itself.
var ErrShown = errors.New("the error is shown")

// ExitCode prints the error of a program's command, if any, and returns the exit code.
func ExitCode(root *cobra.Command, err error, stderr io.Writer) int {
	if err == nil {
		return ExitOK
	}
	if err == ErrShown {
		return ExitFailure
	}
	var usage usageError
	wrong := errors.As(err, &usage)
	if ctx := root.Context(); !wrong && ctx != nil && ctx.Err() != nil && !strings.Contains(err.Error(), sys.ErrInterrupted.Error()) {
		err = sys.ErrInterrupted // instead of, say, that a host did not answer
	}
	name, _, _ := strings.Cut(root.Use, " ")
	fmt.Fprintf(stderr, "%s: %s\n", name, legible(err.Error()))
	if wrong {
		return ExitUsage
	}
	return ExitFailure
}
