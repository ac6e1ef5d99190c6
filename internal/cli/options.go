package cli

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/internal/home"
	"dogfight/net"
	"dogfight/proto"
	"dogfight/ui"
	"dogfight/ui/palette"
)

// defaultMatch is the match that Enter on the title screen starts.
var defaultMatch = net.MatchOptions{Bots: 7, Skill: net.AutoSkill, Time: 5 * time.Minute}

// usualSkill is that of bots that are there for several players.
const usualSkill = 2

// addMatch gives a command the flags of a match.
func addMatch(c *cobra.Command, o *net.MatchOptions) {
	fs := c.Flags()
	fs.IntVarP(&o.Bots, "bots", "b", o.Bots, "`N` bots, of up to 64 ships in all")
	fs.VarP((*botSkill)(&o.Skill), "skill", "s", "skill of the bots, `1-5`, or auto: as good as suits the players, judged by their last matches")
	fs.VarP((*mode)(&o.Mode), "mode", "m", "`MODE` of the match: "+strings.Join(modeNames(), ", "))
	fs.StringVarP(&o.Arena, "arena", "a", o.Arena, "`ARENA` by name or file ("+strings.Join(assets.ArenaNames(), ", ")+"); without it, all in turn")
	fs.DurationVarP(&o.Time, "time", "t", o.Time, "time limit, such as `5m`; 0 for none")
	fs.Int32Var(&o.Score, "score", o.Score, "score limit of `N` points; 0 for none")
	fs.BoolVar(&o.FriendlyFire, "friendly-fire", o.FriendlyFire, "shots hurt the own team too")
	fs.Var((*teams)(&o.Mode), "teams", "the same as --mode teams")
	fs.Lookup("teams").NoOptDefVal = "true"
	fs.MarkHidden("teams")
	completes(c, "skill", []string{autoSkill, "1", "2", "3", "4", "5"})
	completes(c, "mode", modeNames())
	completes(c, "arena", assets.ArenaNamesIn(home.Arenas()))
}

// botSkill is a flag for how good bots are.
type botSkill int

// autoSkill is how net.AutoSkill is written.
const autoSkill = "auto"

func (s *botSkill) String() string {
	if *s == net.AutoSkill {
		return autoSkill
	}
	return strconv.Itoa(int(*s))
}

func (*botSkill) Type() string { return "skill" }

func (s *botSkill) Set(text string) error {
	if text == autoSkill {
		*s = net.AutoSkill
		return nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > bot.MaxSkill {
		return fmt.Errorf("must be 1 to %d, or %s, got %q", bot.MaxSkill, autoSkill, text)
	}
	*s = botSkill(n)
	return nil
}

// mode is a flag that names one of the game's modes.
type mode game.Mode

func (m *mode) String() string { return game.Mode(*m).Name() }
func (*mode) Type() string     { return "mode" }

func (m *mode) Set(text string) error {
	if known, ok := game.ModeNamed(text); ok {
		*m = mode(known)
		return nil
	}
	return fmt.Errorf("must be one of %s, got %q", strings.Join(modeNames(), ", "), text)
}

func modeNames() (names []string) {
	for _, m := range game.Modes() {
		names = append(names, m.Name())
	}
	return names
}

// teams is the flag that there was before --mode.
type teams game.Mode

func (m *teams) String() string { return strconv.FormatBool(game.Mode(*m) == game.Teams) }
func (*teams) Type() string     { return "bool" }

func (m *teams) Set(text string) error {
	on, err := strconv.ParseBool(text)
	if *m = teams(game.Deathmatch); on {
		*m = teams(game.Teams)
	}
	return err
}

// addLobby gives a command the flag of a match that waits.
func addLobby(c *cobra.Command, o *net.MatchOptions) {
	c.Flags().BoolVar(&o.Lobby, "lobby", o.Lobby, "wait until all players are ready")
}

// addStats gives a command the flag of a match that is not recorded.
func addStats(c *cobra.Command, o *net.MatchOptions) {
	fs := c.Flags()
	fs.Var((*offRecord)(&o.OffRecord), "stats", "record the match; dogfight scores shows the records")
	fs.Lookup("stats").NoOptDefVal = "true"
}

// offRecord is a flag that is on unless something is off the record.
type offRecord bool

func (off *offRecord) String() string { return strconv.FormatBool(!bool(*off)) }

func (off *offRecord) Set(text string) error {
	on, err := strconv.ParseBool(text)
	*off = offRecord(!on)
	return err
}

func (off *offRecord) Type() string { return "bool" }

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
	c.Flags().Var((*shipColour)(&p.Colour), "colour", "`COLOUR` of your ship, or the nearest that is free: auto, "+strings.Join(palette.ShipColours(), ", "))
	completes(c, "colour", append([]string{"auto"}, palette.ShipColours()...))
}

// shipColour is a flag that names a colour of ships.
type shipColour uint8

func (s *shipColour) String() string { return palette.ShipColour(uint8(*s)) }
func (*shipColour) Type() string     { return "colour" }

func (s *shipColour) Set(text string) error {
	number, ok := palette.ShipColourNamed(text)
	if !ok {
		return fmt.Errorf("must be auto or one of %s, got %q", strings.Join(palette.ShipColours(), ", "), text)
	}
	*s = shipColour(number)
	return nil
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
func checkMatch(o *net.MatchOptions, players int) error {
	if err := checkArena(o.Arena); err != nil {
		return err
	}
	switch most := game.MaxShips - players; {
	case o.Bots < 0 || o.Bots > most:
		return usagef("--bots: must be 0 to %d, got %d", most, o.Bots)
	case o.Fill < 0 || o.Fill > game.MaxShips:
		return usagef("--fill: must be 0 to %d, got %d", game.MaxShips, o.Fill)
	case o.Time < 0 || o.Time > 24*time.Hour:
		return usagef("--time: must be 0 to 24h, got %v", o.Time)
	case o.Score < 0:
		return usagef("--score: must be 0 or more, got %d", o.Score)
	}
	return nil
}

// checkShip tells what is wrong with the choice of a ship among our own tables.
func checkShip(p *ui.Pilot) error {
	if err := oneOf("--class", p.Class, classNames()); err != nil {
		return err
	}
	return oneOf("--weapon", p.Weapon, weaponNames())
}

// checkArena says that there is no arena of a name. What is wrong with a file is found out by reading it.
func checkArena(name string) error {
	var unknown *assets.UnknownArenaError
	if _, err := assets.ArenaIn(home.Arenas(), name); name != "" && errors.As(err, &unknown) {
		return usagef("--arena: %w", err)
	}
	return nil
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
			return usagef("--%s: %s", flag, strings.TrimPrefix(err.Error(), "name: "))
		}
		p.Name = name
		return nil
	}
	p.Name = k.playerName()
	return nil
}
