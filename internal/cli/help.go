package cli

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"dogfight/internal/home"
)

// writeHelp writes what --help prints: what a command is, how it is called, examples, the commands below
// it and its flags, in so many columns; 0 is any number. It is written in Go rather than as a template, since text/template keeps the linker
// from leaving out what is not used: three megabytes.
func writeHelp(w io.Writer, dirs home.Dirs, c *cobra.Command, columns int) {
	write := func(format string, args ...any) { io.WriteString(w, wrap(fmt.Sprintf(format, args...), columns)) }
	write("%s\n\nUsage:\n", cmp.Or(c.Long, c.Short+"."))
	if c.HasParent() {
		write("  %s\n", c.UseLine())
	} else {
		write("  %-18s  the title screen\n  %s COMMAND\n", c.UseLine(), c.CommandPath())
	}
	if c.HasExample() {
		fmt.Fprintf(w, "\nExamples:\n%s\n", c.Example) // a line that is broken could not be copied
	}
	for _, g := range c.Groups() {
		write("%s", listCommands(c, g.Title, g.ID))
	}
	if len(c.Groups()) == 0 && c.HasAvailableSubCommands() {
		write("%s", listCommands(c, "Commands:", ""))
	}
	if c.HasAvailableLocalFlags() {
		fmt.Fprintf(w, "\nFlags:\n%s", c.LocalFlags().FlagUsagesWrapped(columns))
	}
	if !c.HasParent() {
		write("\nYour name, colours, keys and frame rate are kept in %s.\n", dirs.Settings())
		write("Run \"dogfight help COMMAND\" for details.\n")
	}
}

// listCommands returns a line for each command of a group.
func listCommands(c *cobra.Command, title, group string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n%s\n", title)
	for _, sub := range c.Commands() {
		if sub.GroupID == group && sub.IsAvailableCommand() {
			fmt.Fprintf(&b, "  %-12s%s\n", sub.Name(), sub.Short)
		}
	}
	return b.String()
}

// wrap breaks lines at spaces where they are longer than so many columns, 0 for any number. The rest of a line is indented as its beginning
// is: by its spaces and, in a table, by its first column.
func wrap(text string, columns int) string {
	if columns <= 0 {
		return text
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		indent := len(line) - len(strings.TrimLeft(line, " "))
		if table := strings.Index(line[indent:], "  "); indent > 0 && table > 0 {
			rest := line[indent+table:]
			indent = len(line) - len(strings.TrimLeft(rest, " "))
		}
		for len(strings.TrimSuffix(line, "\n")) > columns {
			at := strings.LastIndexByte(line[:columns+1], ' ')
			if at <= indent {
				break
			}
			b.WriteString(line[:at] + "\n")
			line = strings.Repeat(" ", indent) + line[at+1:]
		}
		b.WriteString(line)
	}
	return b.String()
}
