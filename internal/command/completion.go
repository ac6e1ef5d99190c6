package command

import (
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// CompleteCommands offers the commands of a program as the words of one that takes their names.
func CompleteCommands(c *cobra.Command, args []string, _ string) (names []string, _ cobra.ShellCompDirective) {
	found, rest, err := c.Root().Find(args)
	if err == nil && len(rest) == 0 {
		for _, sub := range found.Commands() {
			if sub.IsAvailableCommand() {
				names = append(names, sub.Name()+"\t"+sub.Short)
			}
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// CompletePlainly removes the backquotes from the usages of all flags where a shell asks for completions, which have these usages.
func CompletePlainly(c *cobra.Command, args []string) {
	if !slices.Contains(args[:min(len(args), 1)], cobra.ShellCompRequestCmd) {
		return
	}
	c.Flags().VisitAll(func(f *pflag.Flag) { _, f.Usage = pflag.UnquoteUsage(f) })
	for _, sub := range c.Commands() {
		CompletePlainly(sub, args)
	}
}
