package cli

import (
	"cmp"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/internal/command"
	"dogfight/internal/config"
	"dogfight/net"
	"dogfight/proto"
	"dogfight/ui"
	"dogfight/ui/canvas"
)

// defaultMatch is the match that Enter on the title screen starts.
var defaultMatch = net.MatchOptions{Bots: 7, Skill: net.AutoSkill, Time: net.UsualTime}

// usualSkill is that of bots that are there for several players.
const usualSkill = 2

// addMatch gives a command the flags of a match.
func addMatch(c *cobra.Command, dirs config.Dirs, o *net.MatchOptions) {
	fs := c.Flags()
	fs.IntVarP(&o.Bots, "bots", "b", o.Bots, "`N` bots, of up to 64 ships in all")
	fs.VarP((*botSkill)(&o.Skill), "skill", "s", "`SKILL` of the bots: 1 to 5, or auto, which follows the results of the players' last matches")
	fs.VarP((*mode)(&o.Mode), "mode", "m", "`MODE` of the match: "+net.ModeNames())
	fs.StringVar(&o.Campaign, "campaign", o.Campaign, "`CAMPAIGN` of the mode waves, by name or file ("+strings.Join(assets.CampaignNames(), ", ")+")")
	fs.BoolVar(&o.Endless, "endless", o.Endless, "in waves: the campaign repeats, harder each time")
	fs.Var(&teams{o}, "teams", "`N` teams, 2 to 4, as in --teams=3, in a mode with teams; without --mode it is teams")
	fs.Lookup("teams").NoOptDefVal = usualTeams
	fs.StringVarP(&o.Arena, "arena", "a", o.Arena, "`ARENA` by name or file ("+strings.Join(assets.ArenaNames(), ", ")+"); by default all arenas of the mode in turn")
	fs.VarP((*timeLimit)(&o.Time), "time", "t", "`TIME` limit, such as 5m; 0 for none, usual for that of the mode")
	fs.Int32Var(&o.Score, "score", o.Score, "score limit of `N` points; 0 for that of the mode, if it has one")
	fs.BoolVar(&o.FriendlyFire, "friendly-fire", o.FriendlyFire, "shots hurt ships of the same team too")
	completes(c, "skill", []string{autoSkill, "1", "2", "3", "4", "5"})
	completes(c, "mode", modeNames())
	completes(c, "teams", []string{"2", "3", "4"})
	completes(c, "arena", assets.ArenaNamesIn(dirs.Arenas()))
	completes(c, "campaign", assets.CampaignNames())
}

func modeNames() (names []string) {
	for _, m := range game.Modes() {
		names = append(names, m.Name())
	}
	return names
}

// settleTeams has a match with so many teams be one of the mode teams, unless it was said otherwise what is played. It tells
// what is wrong with their number.
func settleTeams(c *cobra.Command, o *net.MatchOptions) error {
	if o.Teams == 0 || o.Rotation != "" {
		return nil
	}
	if !c.Flags().Changed("mode") {
		o.Mode = game.Teams
	}
	switch fewest, most := o.Mode.Sides(); {
	case most == 0:
		return command.Usagef("--teams: there are none in %s", o.Mode.Name())
	case o.Teams < fewest || o.Teams > most:
		return command.Usagef("--teams: must be %d to %d in %s, got %d", fewest, most, o.Mode.Name(), o.Teams)
	}
	return nil
}

// checkArena says that there is no arena of the name that was asked for, or why the mode cannot be played there. What is
// wrong with a file is found out by reading it.
func checkArena(dirs config.Dirs, o *net.MatchOptions) error {
	if o.Arena == "" {
		return nil
	}
	var unknown *assets.UnknownArenaError
	arena, err := assets.ArenaIn(dirs.Arenas(), o.Arena)
	switch {
	case errors.As(err, &unknown):
		return command.Usagef("--arena: %w", err)
	case err != nil:
		return nil
	}
	if err := o.Mode.Plays(arena, o.Teams); err != nil {
		return command.Usagef("--arena: %s cannot be played in %s: %w", o.Mode.Name(), arena.Name, err)
	}
	return nil
}

// checkCampaign says that there is no campaign of a name. Files are read when the match begins.
func checkCampaign(o *net.MatchOptions) error {
	if o.Campaign == "" || strings.ContainsAny(o.Campaign, `/\.`) {
		return nil
	}
	return oneOf("--campaign", o.Campaign, assets.CampaignNames())
}

// addRotation gives a command the flag for what is played in turn.
func addRotation(c *cobra.Command, dirs config.Dirs, o *net.MatchOptions) {
	c.Flags().StringVar((*string)(&o.Rotation), "rotation", "", "`LIST` of matches that follow one another and repeat, such as deathmatch:open,teams:duel; MODE alone takes its arenas in turn, :ARENA the usual mode")
	c.RegisterFlagCompletionFunc("rotation", func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		return completeTurn(dirs, typed), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	})
}

// completeTurn returns what the last turn of a rotation that was typed so far may go on with: modes, and arenas after a colon.
func completeTurn(dirs config.Dirs, typed string) (all []string) {
	before := typed[:strings.LastIndex(typed, ",")+1]
	mode, _, hasMode := strings.Cut(typed[len(before):], ":")
	if !hasMode {
		for _, name := range modeNames() {
			all = append(all, before+name)
		}
		return all
	}
	for _, name := range assets.ArenaNamesIn(dirs.Arenas()) {
		all = append(all, before+mode+":"+name)
	}
	return all
}

// checkRotation says what is wrong with what is to be played in turn.
func checkRotation(c *cobra.Command, dirs config.Dirs, o *net.MatchOptions) error {
	if o.Rotation == "" {
		return nil
	}
	for _, flag := range []string{"mode", "arena"} {
		if c.Flags().Changed(flag) {
			return command.Usagef("--rotation: does not go with --%s: its entries say that", flag)
		}
	}
	o.ArenaFolder = dirs.Arenas()
	if err := o.Check(); err != nil {
		return command.Usagef("--rotation: %w", err)
	}
	return nil
}

// addLobby gives a command the flag of a match that waits.
func addLobby(c *cobra.Command, o *net.MatchOptions) {
	c.Flags().BoolVar(&o.Lobby, "lobby", o.Lobby, "wait in a lobby until all active players are ready, or a minute after half of them are")
}

// addStats gives a command the flag of a match that is not recorded.
func addStats(c *cobra.Command, o *net.MatchOptions) {
	fs := c.Flags()
	fs.Var((*offRecord)(&o.OffRecord), "stats", "add the match to the records, which dogfight scores shows")
	fs.Lookup("stats").NoOptDefVal = "true"
}

// addShip gives a command the flags of the own ship.
func addShip(c *cobra.Command, p *ui.Pilot) {
	fs := c.Flags()
	fs.StringVar(&p.Class, "class", p.Class, "your `SHIP`: "+strings.Join(classNames(), ", "))
	fs.StringVar(&p.Weapon, "weapon", p.Weapon, "its `GUN`: "+strings.Join(weaponNames(), ", "))
	completes(c, "class", classNames())
	completes(c, "weapon", weaponNames())
	addColour(c, p)
}

// addColour gives a command the flag for the colour of the own ship.
func addColour(c *cobra.Command, p *ui.Pilot) {
	c.Flags().Var((*shipColour)(&p.Colour), "colour", "`COLOUR` of your ship, or the nearest that is free: auto, "+strings.Join(canvas.ShipColours(), ", "))
	completes(c, "colour", append([]string{"auto"}, canvas.ShipColours()...))
}

// addPlayerName gives a command the flag for the player's name.
func addPlayerName(c *cobra.Command, p *ui.Pilot, flag string) {
	c.Flags().StringVarP(&p.Name, flag, "n", p.Name, "your `NAME` in the match (default from your settings, or your login name)")
}

func classNames() (names []string) {
	for _, c := range assets.Classes() {
		names = append(names, c.Name)
	}
	return names
}

func weaponNames() (names []string) {
	for _, w := range assets.Weapons() {
		names = append(names, w.Name)
	}
	return names
}

// checkMatch tells what is wrong with the options of a match in which so many
// ships are not for bots.
func checkMatch(c *cobra.Command, dirs config.Dirs, o *net.MatchOptions, players int) error {
	return first(settleTeams(c, o), checkRotation(c, dirs, o), checkArena(dirs, o), checkCampaign(o), checkNumbers(o, players), refuseIdle(c.Flags().Changed, []idle{withoutWaves(o)}))
}

// withoutWaves are the flags of campaigns in a match that has none.
func withoutWaves(o *net.MatchOptions) idle {
	waves := o.Rotation == "" && o.Mode == game.Waves
	for text := range strings.SplitSeq(string(o.Rotation), ",") {
		turn, err := net.ParseTurn(text)
		waves = waves || err == nil && turn.Mode == game.Waves
	}
	return idle{!waves, "campaign endless", "needs --mode waves with it"}
}

// checkNumbers tells what is wrong with how many there are in a match in which so many ships are not for bots.
func checkNumbers(o *net.MatchOptions, players int) error {
	room, where := game.MaxShips, ""
	if pilots := o.Mode.Pilots(); o.Rotation == "" && pilots < room {
		room, where = pilots, " in "+o.Mode.Name()
	}
	switch most := room - players; {
	case o.Bots < 0 || o.Bots > most:
		return command.Usagef("--bots: must be 0 to %d%s, got %d", most, where, o.Bots)
	case o.Fill < 0 || o.Fill > game.MaxShips:
		return command.Usagef("--fill: must be 0 to %d, got %d", game.MaxShips, o.Fill)
	case o.Score < 0:
		return command.Usagef("--score: must be 0 or more, got %d", o.Score)
	}
	return nil
}

// checkShip tells what is wrong with the choice of a ship among our own tables.
func checkShip(p *ui.Pilot) error {
	classes, weapons := classNames(), weaponNames()
	return first(oneOf("--class", cmp.Or(p.Class, classes[0]), classes), oneOf("--weapon", cmp.Or(p.Weapon, weapons[0]), weapons))
}

// settleName checks the name that was asked for, or takes the one that was kept. It takes the kept colour too, unless another was
// asked for.
func settleName(p *ui.Pilot, c *cobra.Command, flag string, k kept) error {
	if !c.Flags().Changed("colour") {
		p.Colour = k.shipColour()
	}
	if c.Flags().Changed(flag) {
		name, err := proto.CleanName(p.Name)
		if err != nil {
			return command.Usagef("--%s: %s", flag, strings.TrimPrefix(err.Error(), "name: "))
		}
		p.Name = name
		return nil
	}
	p.Name = k.playerName()
	return nil
}
