package cli

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// words is how many arguments a command takes besides flags.
type words struct{ least, most int }

var (
	noWords  = words{0, 0}
	anyWords = words{0, 1 << 20}
)

// command returns a command with the habits that all of ours have: flags in the order in which they were
// added, and one line for what is wrong.
func (p *program) command(use, short string, takes words, run func(c *cobra.Command, args []string) error) *cobra.Command {
	c := &cobra.Command{
		Use: use, Short: short, RunE: run,
		SilenceErrors: true, SilenceUsage: true, DisableFlagsInUseLine: true,
		Args: takes.check,
	}
	c.Flags().SortFlags = false
	c.Flags().BoolP("help", "h", false, "show this help")
	c.SetFlagErrorFunc(explain)
	return c
}

// check says that there are too few words, or one too many.
func (w words) check(c *cobra.Command, args []string) error {
	switch {
	case len(args) < w.least:
		return usagef("missing argument; usage: %s", c.UseLine())
	case len(args) > w.most:
		return usagef("unexpected argument %q; usage: %s", args[w.most], c.UseLine())
	}
	return nil
}

// explain says what is wrong with the flags of a command line.
func explain(c *cobra.Command, err error) error {
	if err == pflag.ErrHelp {
		return err
	}
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) {
		flag := invalid.GetFlag()
		if wanted := expected[flag.Value.Type()]; wanted != "" {
			return usagef("--%s: %q is not %s", flag.Name, invalid.GetValue(), wanted)
		}
		return usagef("--%s: %w", flag.Name, invalid.Unwrap())
	}
	return usagef("%w; see dogfight %s", err, strings.Join(append([]string{"help"}, strings.Fields(c.CommandPath())[1:]...), " "))
}

// expected says what the value of a flag must be, by the name that pflag has for its type.
var expected = map[string]string{
	"bool":     "true or false",
	"duration": "a time, such as 90s or 5m",
	"int":      "a number",
	"int32":    "a number",
	"share":    "a share, such as 5% or 0.05",
	"uint32":   "a number, 0 or more",
	"uint64":   "a number, 0 or more",
}

// oneOf refuses a word that is none of those that there are; "" is none at all.
func oneOf(flag, word string, words []string) error {
	for _, w := range words {
		if word == w || word == "" {
			return nil
		}
	}
	return usagef("%s: must be one of %s, got %q", flag, strings.Join(words, ", "), word)
}

// completes offers the words that a flag can have where the shell completes them.
func completes(c *cobra.Command, flag string, words []string) {
	c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
}
