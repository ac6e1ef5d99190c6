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

// hostSkill is the default skill of bots in matches of several players.
const hostSkill = 2

// addMatch adds the flags of a match.
func addMatch(c *cobra.Command, dirs config.Dirs, o *net.MatchOptions) {
	fs := c.Flags()
	fs.IntVarP(&o.Bots, "bots", "b", o.Bots, "`N` bots, of up to 64 ships in all")
	fs.VarP(skillFlag(&o.Skill), "skill", "s", "`SKILL` of the bots: 1 to 5, or auto, which follows the results of the players' last matches")
	fs.VarP(modeFlag(&o.Mode), "mode", "m", "`MODE` of the match: "+net.ModeNames())
	fs.StringVar(&o.Campaign, "campaign", o.Campaign, "`CAMPAIGN` of the mode waves, by name or file ("+strings.Join(assets.CampaignNames(), ", ")+")")
	fs.BoolVar(&o.Endless, "endless", o.Endless, "in waves: the campaign repeats, harder each time")
	fs.Var(teamsFlag(o), "teams", "`N` teams, 2 to 4, as in --teams=3, in a mode with teams; without --mode it is teams")
	fs.Lookup("teams").NoOptDefVal = usualTeams
	fs.StringVarP(&o.Arena, "arena", "a", o.Arena, "`ARENA` by name or file ("+strings.Join(assets.ArenaNames(), ", ")+"); by default all arenas of the mode in turn")
	fs.VarP(timeFlag(&o.Time), "time", "t", "`TIME` limit, such as 5m; 0 for none, usual for that of the mode")
	fs.Int32Var(&o.Score, "score", o.Score, "score limit of `N` points; 0 for that of the mode, if it has one")
	fs.BoolVar(&o.FriendlyFire, "friendly-fire", o.FriendlyFire, "shots hurt ships of the same team too")
	command.Completes(c, "skill", autoSkill, "1", "2", "3", "4", "5")
	command.Completes(c, "mode", modeNames()...)
	command.Completes(c, "teams", "2", "3", "4")
	command.Completes(c, "arena", assets.ArenaNamesIn(dirs.Arenas())...)
	command.Completes(c, "campaign", assets.CampaignNames()...)
}

// addPlayedMatch adds the flags of a match and of those that only matches with players have.
func addPlayedMatch(c *cobra.Command, dirs config.Dirs, o *net.MatchOptions) {
	addMatch(c, dirs, o)
	fs := c.Flags()
	fs.StringVar((*string)(&o.Rotation), "rotation", "", "`LIST` of matches that follow one another and repeat, such as deathmatch:open,teams:duel; MODE alone takes its arenas in turn, :ARENA the usual mode")
	c.RegisterFlagCompletionFunc("rotation", func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		return completeTurn(dirs, typed), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	})
	fs.BoolVar(&o.Lobby, "lobby", o.Lobby, "wait in a lobby until all active players are ready, or a minute after half of them are")
	fs.Var(unlessFlag(&o.OffRecord), "stats", "add the match to the records, which dogfight scores shows")
	fs.Lookup("stats").NoOptDefVal = "true"
}

// addShip adds the flags of the player's ship.
func addShip(c *cobra.Command, p *ui.Player) {
	fs := c.Flags()
	fs.StringVar(&p.Class, "class", p.Class, "your `SHIP`: "+strings.Join(classNames(), ", "))
	fs.StringVar(&p.Weapon, "weapon", p.Weapon, "its `GUN`: "+strings.Join(weaponNames(), ", "))
	command.Completes(c, "class", classNames()...)
	command.Completes(c, "weapon", weaponNames()...)
	addColour(c, p)
}

func addColour(c *cobra.Command, p *ui.Player) {
	c.Flags().Var(colourFlag(&p.Colour), "colour", "`COLOUR` of your ship, or the nearest that is free: auto, "+strings.Join(canvas.ShipColours(), ", "))
	command.Completes(c, "colour", append([]string{"auto"}, canvas.ShipColours()...)...)
}

func addPlayerName(c *cobra.Command, p *ui.Player) {
	c.Flags().StringVarP(&p.Name, "name", "n", p.Name, "your `NAME` in the match (default from your settings, or your login name)")
}

func modeNames() (names []string) {
	for _, m := range game.Modes() {
		names = append(names, m.Name())
	}
	return names
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

// completeTurn returns the completions of the last entry of a rotation: modes, and arenas after a colon.
func completeTurn(dirs config.Dirs, typed string) (all []string) {
	before := typed[:strings.LastIndex(typed, ",")+1]
	mode, _, hasMode := strings.Cut(typed[len(before):], ":")
	names := modeNames()
	if hasMode {
		before += mode + ":"
		names = assets.ArenaNamesIn(dirs.Arenas())
	}
	for _, name := range names {
		all = append(all, before+name)
	}
	return all
}

// matchFaults completes the options of a match and returns their faults. Some of its ships are for players.
func matchFaults(c *cobra.Command, dirs config.Dirs, o *net.MatchOptions, players int) []error {
	return []error{settleTeams(c, o), checkRotation(c, dirs, o), checkArena(dirs, o), checkCampaign(o), checkNumbers(o, players)}
}

// checkMatch returns the first fault, also of flags without effect.
func checkMatch(c *cobra.Command, dirs config.Dirs, o *net.MatchOptions, players int) error {
	return first(append(matchFaults(c, dirs, o, players), refuseIdle(c.Flags().Changed, withoutWaves(o)))...)
}

// settleTeams makes teams the mode of a match with a number of teams and no mode, and checks the number.
func settleTeams(c *cobra.Command, o *net.MatchOptions) error {
	if o.Teams == 0 || o.Rotation != "" {
		return nil
	}
	if !c.Flags().Changed("mode") {
		o.Mode = game.Teams
	}
	fewest, most := o.Mode.Sides()
	return first(
		expect(most > 0, "--teams: there are none in %s", o.Mode.Name()),
		expect(o.Teams >= fewest && o.Teams <= most, "--teams: must be %d to %d in %s, got %d", fewest, most, o.Mode.Name(), o.Teams),
	)
}

// checkArena checks that the arena exists and suits the mode. Faults inside a file are found when it is read.
func checkArena(dirs config.Dirs, o *net.MatchOptions) error {
	if o.Arena == "" {
		return nil
	}
	var unknown *assets.UnknownArenaError
	arena, err := assets.ArenaIn(dirs.Arenas(), o.Arena)
	switch {
	case errors.As(err, &unknown):
		return aboutFlag("--arena", err)
	case err != nil:
		return nil
	}
	if err := o.Mode.Plays(arena, o.Teams); err != nil {
		return command.Usagef("--arena: %s cannot be played in %s: %w", o.Mode.Name(), arena.Name, err)
	}
	return nil
}

// checkCampaign checks the name of a campaign. Files are read when the match begins.
func checkCampaign(o *net.MatchOptions) error {
	if o.Campaign == "" || strings.ContainsAny(o.Campaign, `/\.`) {
		return nil
	}
	return oneOf("--campaign", o.Campaign, assets.CampaignNames())
}

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
	return aboutFlag("--rotation", o.Check())
}

// withoutWaves are the flags of campaigns, in a match without them.
func withoutWaves(o *net.MatchOptions) idle {
	waves := o.Rotation == "" && o.Mode == game.Waves
	for text := range strings.SplitSeq(string(o.Rotation), ",") {
		turn, err := net.ParseTurn(text)
		waves = waves || err == nil && turn.Mode == game.Waves
	}
	return idle{!waves, "campaign endless", "needs --mode waves with it"}
}

// checkNumbers checks the numbers of ships and points.
func checkNumbers(o *net.MatchOptions, players int) error {
	room, where := game.MaxShips, ""
	if pilots := o.Mode.Pilots(); o.Rotation == "" && pilots < room {
		room, where = pilots, " in "+o.Mode.Name()
	}
	most := room - players
	return first(
		expect(o.Bots >= 0 && o.Bots <= most, "--bots: must be 0 to %d%s, got %d", most, where, o.Bots),
		expect(o.Score >= 0, "--score: must be 0 or more, got %d", o.Score),
		checkRange("--fill", o.Fill, 0, game.MaxShips),
	)
}

// checkShip checks a ship and a gun against our own tables.
func checkShip(p *ui.Player) error {
	classes, weapons := classNames(), weaponNames()
	return first(oneOf("--class", cmp.Or(p.Class, classes[0]), classes), oneOf("--weapon", cmp.Or(p.Weapon, weapons[0]), weapons))
}

// settlePilot checks the name of the player. Name and colour are those of the settings, which flags override.
func settlePilot(p *ui.Player, c *cobra.Command, s *savedSettings) error {
	if c.Flags().Changed("colour") {
		s.ShipColour = p.Colour
	}
	for _, flag := range []string{"pilot", "name"} {
		if !c.Flags().Changed(flag) {
			continue
		}
		name, err := proto.CleanName(p.Name)
		if err != nil {
			return aboutFlag("--"+flag, without("name: ", err))
		}
		s.Name = name
		break
	}
	p.Name, p.Colour = s.Name, s.ShipColour
	return nil
}
