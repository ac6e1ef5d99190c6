package command

import (
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// AddCompletion adds the command that prints completion scripts.
func AddCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	c, _, _ := root.Find([]string{"completion"})
	c.Short = "Print a completion script for your shell"
	c.Long = "Print a completion script for bash, zsh, fish or powershell; the help of each says how to load it."
	c.DisableFlagsInUseLine = true
	c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
	c.Args = func(c *cobra.Command, args []string) error {
		if len(args) > 0 {
			return Usagef("completion: must be one of %s, got %q", strings.Join(Names(c), ", "), args[0])
		}
		return nil
	}
	c.InitDefaultHelpFlag()
	for _, shell := range c.Commands() {
		shell.Args = Words{}.Check
		if shell.Name() == "bash" {
			shell.RunE = func(c *cobra.Command, _ []string) error { return writeBash(c.Root()) }
		}
	}
}

// writeBash prints the script for bash. Cobra's quotes commas, and then does not find the typed words before a colon, which bash has
// already: "teams:duel,race:r" became "teams:duel,race:teams:duel\,race:ring".
func writeBash(root *cobra.Command) error {
	var script strings.Builder
	if err := root.GenBashCompletionV2(&script, true); err != nil {
		return err
	}
	trim := "    __" + root.Name() + "_handle_special_char \"$cur\" :\n"
	_, err := io.WriteString(root.OutOrStdout(), strings.Replace(script.String(), trim, "    COMPREPLY=(\"${COMPREPLY[@]//\\\\,/,}\")\n"+trim, 1))
	return err
}

// Completes sets the words that a shell offers for a flag.
func Completes(c *cobra.Command, flag string, words ...string) {
	c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
}

// Names returns the names of a command's subcommands.
func Names(c *cobra.Command) (all []string) {
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			all = append(all, sub.Name())
		}
	}
	return all
}

// completeCommands completes the names of commands.
func completeCommands(c *cobra.Command, args []string, _ string) (names []string, _ cobra.ShellCompDirective) {
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

// CompletePlainly removes the backquotes from the usages of flags when a shell asks for completions, which print them.
func CompletePlainly(c *cobra.Command, args []string) {
	if !slices.Contains(args[:min(len(args), 1)], cobra.ShellCompRequestCmd) {
		return
	}
	c.Flags().VisitAll(func(f *pflag.Flag) { _, f.Usage = pflag.UnquoteUsage(f) })
	for _, sub := range c.Commands() {
		CompletePlainly(sub, args)
	}
}
