package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dogfight/internal/command"
)

var (
	noWords  = command.Words{}
	anyWords = command.Words{Most: 1 << 20}
)

// oneOf refuses a word that is none of those that there are.
func oneOf(flag, word string, words []string) error {
	if slices.Contains(words, word) {
		return nil
	}
	return command.Usagef("%s: must be one of %s, got %q", flag, strings.Join(words, ", "), word)
}

// idle are flags that do nothing while something is so, and why.
type idle struct {
	is         bool
	flags, why string
}

// refuseIdle refuses flags that were given and do nothing.
func refuseIdle(given func(flag string) bool, all []idle) error {
	for _, i := range all {
		for flag := range strings.FieldsSeq(i.flags) {
			if i.is && given(flag) {
				return command.Usagef("--%s: %s", flag, i.why)
			}
		}
	}
	return nil
}

// completes offers the words that a flag can have where the shell completes them.
func completes(c *cobra.Command, flag string, words []string) {
	c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
}
