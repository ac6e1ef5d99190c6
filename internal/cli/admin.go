package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"dogfight/internal/command"
	"dogfight/net/admin"
)

// newAdmin returns the command that tells a host on this machine what to do.
func newAdmin(p *program) *cobra.Command {
	var socket string
	c := command.New("admin [COMMAND...]", "Run the match that is hosted here; see dogfight admin help", anyWords,
		func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				args = []string{"help"}
			}
			words, err := takeSocket(args, &socket)
			if err != nil {
				return err
			}
			lines, err := admin.Check(words)
			switch {
			case err != nil:
				return command.Usage(err)
			case lines == nil:
				lines, err = admin.Ask(c.Context(), socket, words...)
			}
			for _, line := range lines {
				fmt.Fprintln(p.stdout, line)
			}
			return err
		})
	c.Example = "  dogfight admin who\n  dogfight admin bans --json\n  dogfight admin kick Ann \"Please use another name\"\n  dogfight admin say The match ends at nine"
	c.Flags().StringVar(&socket, "socket", p.dirs.AdminSocket(), "`PATH` where the host listens: its --admin")
	c.Flags().SetInterspersed(false) // what follows is the host's
	return c
}

// takeSocket takes --socket out of the words of a command, up to a word "--".
func takeSocket(words []string, socket *string) (rest []string, err error) {
	for i := 0; i < len(words); i++ {
		path, isSocket := strings.CutPrefix(words[i]+"=", "--socket=")
		switch {
		case words[i] == "--":
			return append(rest, words[i:]...), nil
		case !isSocket:
			rest = append(rest, words[i])
		case path != "":
			*socket = strings.TrimSuffix(path, "=")
		case i+1 < len(words):
			i++
			*socket = words[i]
		default:
			return nil, command.Usagef("--socket: must be the path of a host's socket")
		}
	}
	return rest, nil
}
