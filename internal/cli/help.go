package cli

import (
	"cmp"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"dogfight/internal/home"
)

// writeHelp writes what --help prints: what a command is, how it is called, examples, the commands below
// it and its flags. It is written in Go rather than as a template, since text/template keeps the linker
// from leaving out what is not used: three megabytes.
func writeHelp(w io.Writer, dirs home.Dirs, c *cobra.Command) {
	fmt.Fprintf(w, "%s\n\nUsage:\n", cmp.Or(c.Long, c.Short+"."))
	if c.HasParent() {
		fmt.Fprintf(w, "  %s\n", c.UseLine())
	} else {
		fmt.Fprintf(w, "  %-18s  the title screen\n  %s COMMAND\n", c.UseLine(), c.CommandPath())
	}
	if c.HasExample() {
		fmt.Fprintf(w, "\nExamples:\n%s\n", c.Example)
	}
	for _, g := range c.Groups() {
		listCommands(w, c, g.Title, g.ID)
	}
	if len(c.Groups()) == 0 && c.HasAvailableSubCommands() {
		listCommands(w, c, "Commands:", "")
	}
	if c.HasAvailableLocalFlags() {
		fmt.Fprintf(w, "\nFlags:\n%s", c.LocalFlags().FlagUsages())
	}
	if !c.HasParent() {
		fmt.Fprintf(w, "\nYour name, colours, keys and frame rate are kept in %s.\n", dirs.Settings())
		fmt.Fprintf(w, "Run \"dogfight help COMMAND\" for details.\n")
	}
}

// listCommands writes a line for each command of a group.
func listCommands(w io.Writer, c *cobra.Command, title, group string) {
	fmt.Fprintf(w, "\n%s\n", title)
	for _, sub := range c.Commands() {
		if sub.GroupID == group && sub.IsAvailableCommand() {
			fmt.Fprintf(w, "  %-12s%s\n", sub.Name(), sub.Short)
		}
	}
}
