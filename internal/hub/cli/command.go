package cli

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
)

// newCommand returns a command that says in one line what is wrong with how it was called.
func newCommand(use, short string, words int, run func(*cobra.Command, []string) error) *cobra.Command {
	c := &cobra.Command{
		Use: use, Short: short, RunE: run, SilenceErrors: true, SilenceUsage: true, DisableFlagsInUseLine: true,
		Args: func(c *cobra.Command, args []string) error {
			switch {
			case len(args) < words:
				return usagef("missing argument; usage: %s", c.UseLine())
			case len(args) > words:
				return usagef("unexpected argument %q; usage: %s", args[words], c.UseLine())
			}
			return nil
		},
	}
	c.Flags().SortFlags = false
	c.Flags().BoolP("help", "h", false, "show this help")
	c.SetFlagErrorFunc(func(c *cobra.Command, err error) error { return usagef("%w; see %s --help", err, c.CommandPath()) })
	return c
}

// writeHelp writes what --help prints, as that of the game looks.
func writeHelp(w io.Writer, c *cobra.Command) {
	text := c.Long
	if text == "" {
		text = c.Short + "."
	}
	fmt.Fprintf(w, "%s\n\nUsage:\n  %s\n", text, c.UseLine())
	if c.HasExample() {
		fmt.Fprintf(w, "\nExamples:\n%s\n", c.Example)
	}
	if c.HasAvailableSubCommands() {
		fmt.Fprintf(w, "\nCommands:\n")
		for _, sub := range c.Commands() {
			if sub.IsAvailableCommand() {
				fmt.Fprintf(w, "  %-12s%s\n", sub.Name(), sub.Short)
			}
		}
	}
	fmt.Fprintf(w, "\nFlags:\n%s", c.LocalFlags().FlagUsages())
}

// parseSize reads a number of bytes such as 512MB.
func parseSize(flag, text string, least int64) (int64, error) {
	units := []struct {
		name string
		size int64
	}{{"TB", 1 << 40}, {"GB", 1 << 30}, {"MB", 1 << 20}}
	for _, u := range units {
		digits, ok := strings.CutSuffix(text, u.name)
		if !ok {
			continue
		}
		n, err := strconv.ParseInt(digits, 10, 64)
		if err != nil || n < 0 || n > math.MaxInt64/u.size {
			break
		}
		if n *= u.size; n < least {
			return 0, usagef("%s: must be at least %dMB, got %s", flag, least>>20, text)
		}
		return n, nil
	}
	return 0, usagef("%s: %q is not a size such as 512MB or 16GB", flag, text)
}
