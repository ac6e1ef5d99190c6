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
)

// Exit codes.
const (
	ExitOK      = 0
	ExitFailure = 1
	ExitUsage   = 2
)

// Words is how many arguments a command takes besides flags.
type Words struct{ Least, Most int }

// New returns a command with its flags in the order in which they are added, and one line for a wrong command line.
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

// Check refuses too few arguments, and too many.
func (w Words) Check(c *cobra.Command, args []string) error {
	switch {
	case len(args) < w.Least:
		return Usagef("missing argument; usage: %s", c.UseLine())
	case len(args) > w.Most:
		return Usagef("unexpected argument %q; usage: %s", args[w.Most], c.UseLine())
	}
	return nil
}

// Explain returns an error of pflag as one that names the flag and the expected value.
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

// expected describes the values of flags, by the name that pflag has for their type.
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

// legible returns an error's text as one line that any terminal may show: bytes that are not printable are escaped, long values are cut.
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
	// long is a quoted value of more than 100 characters, or a word such as a path of more than 300.
	long = regexp.MustCompile(`("(?:[^"\\]|\\.){100})(?:[^"\\]|\\.)+(")|(\S{300})\S+`)
	// lines are those of errors.Join and of databases.
	lines = strings.NewReplacer("\n\t", "; ", "\n", "; ", "\t", " ")
)

// UsageError is a fault of the command line.
type usageError struct{ error }

// Unwrap returns the error inside.
func (e usageError) Unwrap() error { return e.error }

// Usage returns an error as a UsageError.
func Usage(err error) error { return usageError{err} }

// Usagef returns a UsageError with a text as of fmt.Errorf.
func Usagef(format string, args ...any) error { return Usage(fmt.Errorf(format, args...)) }

// ErrShown is returned by a command that has printed its errors itself.
var ErrShown = errors.New("the error is shown")

var errInterrupted = errors.New("interrupted")

// ExitCode prints the error of a program's command, if there is one, and returns the exit code.
func ExitCode(root *cobra.Command, err error, stderr io.Writer) int {
	if err == nil {
		return ExitOK
	}
	if err == ErrShown {
		return ExitFailure
	}
	var usage usageError
	wrong := errors.As(err, &usage)
	if ctx := root.Context(); !wrong && ctx != nil && ctx.Err() != nil && !strings.Contains(err.Error(), errInterrupted.Error()) {
		err = errInterrupted // rather than, say, that a host has not answered
	}
	name, _, _ := strings.Cut(root.Use, " ")
	fmt.Fprintf(stderr, "%s: %s\n", name, legible(err.Error()))
	if wrong {
		return ExitUsage
	}
	return ExitFailure
}
