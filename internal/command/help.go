package command

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
)

// NewHelp returns the command that shows the help of another. unknown returns the error for words that name no command.
func NewHelp(unknown func(*cobra.Command, []string) error) *cobra.Command {
	c := New("help [COMMAND]", "Show the help of a command", Words{Most: 1 << 20}, func(c *cobra.Command, args []string) error {
		found, rest, err := c.Root().Find(args)
		if err != nil || len(rest) > 0 {
			return unknown(c, args)
		}
		return found.Help()
	})
	c.ValidArgsFunction = completeCommands
	return c
}

// WriteHelp writes the help of a command in so many columns, 0 for any number: description, usage, examples, commands and flags. It does
// without text/template, with which the linker keeps three megabytes of unused code.
func WriteHelp(w io.Writer, c *cobra.Command, columns int) {
	write := func(format string, args ...any) { io.WriteString(w, Wrap(fmt.Sprintf(format, args...), columns)) }
	write("%s\n\nUsage:\n", cmp.Or(c.Long, c.Short+"."))
	if usage := c.Annotations[UsageNote]; usage != "" {
		write("  %-18s  %s\n  %s COMMAND\n", c.UseLine(), usage, c.CommandPath())
	} else {
		write("  %s\n", c.UseLine())
	}
	if c.HasExample() {
		fmt.Fprintf(w, "\nExamples:\n%s\n", c.Example) // not wrapped, to be copied
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
}

// UsageNote is the annotation of a command that runs without a subcommand too: a few words about that.
const UsageNote = "usage"

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

// Wrap breaks lines that are longer than so many columns at spaces, 0 for any number. Continuation lines are indented as their line is: by
// its spaces and, in a table, by its first column.
func Wrap(text string, columns int) string {
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
