package cli

import "github.com/spf13/cobra"

// newReplay returns the commands for matches in files.
func newReplay(p *program) *cobra.Command {
	c := p.command("replay COMMAND", "Make films of recorded matches", noWords,
		func(c *cobra.Command, _ []string) error { return c.Help() })
	c.Example = "  dogfight replay export match.dogr --from 1m --to 1m10s --output best.svg"
	c.AddCommand(newReplayExport(p))
	return c
}
