package cli

import (
	"github.com/spf13/cobra"

	"dogfight/internal/command"
)

// newTutorial returns the command that teaches to fly.
func newTutorial(p *program) *cobra.Command {
	return command.New("tutorial", "Learn to fly, in a minute", noWords, func(c *cobra.Command, _ []string) error {
		conf := p.screens(p.readKept())
		session, err := p.launcher().Tutorial(conf.Pilot)
		if err != nil {
			return err
		}
		conf.Session = session
		return show(c.Context(), conf)
	})
}
