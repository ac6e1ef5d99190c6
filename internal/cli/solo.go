package cli

import (
	"github.com/spf13/cobra"

	"dogfight/internal/command"
	"dogfight/ui"
)

// newSolo returns the command that plays against bots.
func newSolo(p *program) *cobra.Command {
	o := ui.SoloOptions{Match: defaultMatch}
	c := command.New("solo [flags]", "Play against bots", noWords, func(c *cobra.Command, _ []string) error { return p.solo(c, o) })
	c.Example = "  dogfight solo\n  dogfight solo --bots 15 --skill 4 --arena belt\n  dogfight solo --mode teams --class scout --weapon rail\n" +
		"  dogfight solo --rotation deathmatch:open,teams:duel,teams"
	addMatch(c, p.dirs, &o.Match)
	addRotation(c, p.dirs, &o.Match)
	addLobby(c, &o.Match)
	addStats(c, &o.Match)
	addRecord(c, p)
	addShip(c, &o.Pilot)
	addPlayerName(c, &o.Pilot, "name")
	return c
}

func (p *program) solo(c *cobra.Command, o ui.SoloOptions) error {
	k := p.readKept()
	if err := first(checkMatch(c, p.dirs, &o.Match, 1), refuseIdle(c.Flags().Changed, []idle{withoutReplays(c)}), checkShip(&o.Pilot), settleName(&o.Pilot, c, "name", k)); err != nil {
		return err
	}
	conf := p.screens(k)
	session, err := p.launcher().Solo(o)
	if err != nil {
		return err
	}
	conf.Session, conf.Pilot, conf.Solo = session, o.Pilot, o.Match
	return show(c.Context(), conf)
}
