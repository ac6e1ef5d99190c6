package cli

import "github.com/spf13/cobra"

// newReplay returns the commands for matches in files.
func newReplay(p *program) *cobra.Command {
	c := p.command("replay COMMAND", "Check, describe and cut replays", noWords,
		func(c *cobra.Command, _ []string) error { return c.Help() })
	c.Example = "  dogfight replay verify match.dogfight\n  dogfight replay cut match.dogfight --from 1m --to 1m20s --output best.dogfight"
	c.AddCommand(newReplayVerify(p), newReplayInfo(p), newReplayStats(p), newReplayCut(p))
	return c
}
