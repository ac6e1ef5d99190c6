package cli

import (
	"fmt"

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
			lines, err := admin.Help(), error(nil)
			if len(args) != 1 || args[0] != "help" { // which needs no host
				lines, err = admin.Ask(c.Context(), socket, args...)
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
