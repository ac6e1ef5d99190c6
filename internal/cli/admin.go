package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dogfight/internal/command"
	"dogfight/internal/ops"
)

// newAdmin returns the command that manages a host on this machine.
func newAdmin(p *program) *cobra.Command {
	var socket string
	c := command.New("admin [COMMAND...]", "Manage the match that is hosted on this machine", anyWords,
		func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				args = []string{"help"}
			}
			words, err := cutSocket(args, &socket)
			if err != nil {
				return err
			}
			lines, err := ops.CheckCommand(words)
			switch {
			case err != nil:
				return command.Usage(err)
			case lines == nil && ops.IsStream(strings.Join(words, " ")):
				return ops.FollowConsole(c.Context(), socket, func(line string) { fmt.Fprintln(p.stdout, line) }, words...)
			case lines == nil:
				lines, err = ops.AskConsole(c.Context(), socket, words...)
			}
			for _, line := range lines {
				fmt.Fprintln(p.stdout, line)
			}
			return err
		})
	c.Long = c.Short + ".\n\n"
	for _, usage := range ops.CommandUsages() {
		c.Long += command.Wrap("  "+usage[0]+"\n      "+usage[1]+"\n", 72)
	}
	c.Example = "  dogfight admin who\n  dogfight admin bans --json\n  dogfight admin kick Ann \"Please use another name\"\n  dogfight admin say The match ends at nine"
	c.Flags().StringVar(&socket, "socket", p.dirs.AdminSocket(), "`PATH` where the host listens: its --admin")
	c.Flags().SetInterspersed(false) // the rest is for the host
	c.ValidArgsFunction = func(_ *cobra.Command, args []string, _ string) (verbs []string, _ cobra.ShellCompDirective) {
		for _, usage := range ops.CommandUsages() {
			if name, _, _ := strings.Cut(usage[0], " "); len(args) == 0 || len(args) == 1 && args[0] == "help" {
				verbs = append(verbs, name+"\t"+usage[1])
			}
		}
		return verbs, cobra.ShellCompDirectiveNoFileComp
	}
	return c
}

// cutSocket removes --socket from the words of a command.
func cutSocket(words []string, socket *string) (rest []string, err error) {
	for i, word := range words {
		path, isSocket := strings.CutPrefix(word, "--socket=")
		switch last := i == len(words)-1; {
		case isSocket:
			*socket = path
			return slices.Delete(words, i, i+1), nil
		case word == "--socket" && last:
			return nil, command.Usagef("--socket: must be the path of a host's socket")
		case word == "--socket":
			*socket = words[i+1]
			return slices.Delete(words, i, i+2), nil
		}
	}
	return words, nil
}
