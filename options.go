package main

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/adrg/xdg"
	"github.com/spf13/pflag"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/proto"
	"dogfight/ui"
)

// defaultMatch is the match that Enter on the title screen starts.
var defaultMatch = ui.MatchOptions{Bots: 7, Skill: 2, Time: 5 * time.Minute}

// addMatch gives a flag set the flags of a match.
func addMatch(fs *pflag.FlagSet, o *ui.MatchOptions) {
	fs.IntVar(&o.Bots, "bots", o.Bots, "bots in the match, up to 64 ships in all")
	fs.IntVar(&o.Skill, "skill", o.Skill, "how well they fly, 1 to 5")
	fs.StringVar(&o.Arena, "arena", o.Arena, "arena by name or file ("+strings.Join(assets.ArenaNames(), ", ")+"; without it, all in turn)")
	fs.DurationVar(&o.Time, "time", o.Time, "time limit, 0 for none")
	fs.Int32Var(&o.Score, "score", o.Score, "score limit, 0 for none")
	fs.BoolVar(&o.Teams, "teams", o.Teams, "two teams instead of everybody against everybody")
}

// addLobby gives a flag set the flag of a match that waits.
func addLobby(fs *pflag.FlagSet, o *ui.MatchOptions) {
	fs.BoolVar(&o.Lobby, "lobby", o.Lobby, "wait until everybody is ready")
}

// addStats gives a flag set the flag of a match that is not kept.
func addStats(fs *pflag.FlagSet, o *ui.MatchOptions) {
	fs.Var((*offRecord)(&o.OffRecord), "stats", "keep the match in the records, which dogfight scores shows")
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

// addShip gives a flag set the flags of the own ship.
func addShip(fs *pflag.FlagSet, p *ui.Pilot) {
	fs.StringVar(&p.Class, "class", p.Class, "your ship: "+strings.Join(classNames(), ", "))
	fs.StringVar(&p.Weapon, "weapon", p.Weapon, "its gun: "+strings.Join(weaponNames(), ", "))
}

// addPilotName gives a flag set the flag for the pilot's name. Where --name is
// the match's, it is --pilot.
func addPilotName(fs *pflag.FlagSet, p *ui.Pilot, flag string) {
	fs.StringVar(&p.Name, flag, p.Name, "your name in the match (default from your settings, or the user's)")
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
func checkMatch(o *ui.MatchOptions, players int) error {
	if err := checkArena(o.Arena); err != nil {
		return err
	}
	switch most := game.MaxShips - players; {
	case o.Bots < 0 || o.Bots > most:
		return usagef("--bots: must be 0 to %d, got %d", most, o.Bots)
	case o.Fill < 0 || o.Fill > game.MaxShips:
		return usagef("--fill: must be 0 to %d, got %d", game.MaxShips, o.Fill)
	case o.Skill < 1 || o.Skill > 5:
		return usagef("--skill: must be 1 to 5, got %d", o.Skill)
	case o.Time < 0 || o.Time > 24*time.Hour:
		return usagef("--time: must be 0 to 24h, got %v", o.Time)
	case o.Score < 0:
		return usagef("--score: must be 0 or more, got %d", o.Score)
	}
	return nil
}

// checkShip tells what is wrong with the choice of a ship among our own tables.
func checkShip(p *ui.Pilot) error {
	if err := checkWord("--class", p.Class, classNames()); err != nil {
		return err
	}
	return checkWord("--weapon", p.Weapon, weaponNames())
}

// checkArena tells that there is no arena of a name. What is wrong with a file is found
// out by reading it.
func checkArena(name string) error {
	var unknown *assets.UnknownArenaError
	if _, err := assets.ArenaIn(arenaFolder(), name); name != "" && errors.As(err, &unknown) {
		return usagef("--arena: %w", err)
	}
	return nil
}

func checkWord(flag, word string, words []string) error {
	for _, w := range words {
		if word == w || word == "" {
			return nil
		}
	}
	return usagef("%s: must be one of %s, got %q", flag, strings.Join(words, ", "), word)
}

// settleName checks the name that was asked for, or takes the one that was kept.
func settleName(p *ui.Pilot, fs *pflag.FlagSet, flag string, k kept) error {
	if fs.Changed(flag) {
		name, err := proto.CleanName(p.Name)
		if err != nil {
			return usagef("--%s: %s", flag, strings.TrimPrefix(err.Error(), "name: "))
		}
		p.Name = name
		return nil
	}
	p.Name = k.pilotName()
	return nil
}

// userName returns the name of whoever runs us, if it can be a pilot's.
func userName() string {
	for _, variable := range []string{"USER", "USERNAME", "LOGNAME"} {
		if name, err := proto.CleanName(os.Getenv(variable)); err == nil {
			return name
		}
	}
	return "Pilot"
}

// newSetup returns the setup of a round, counted from 0.
func newSetup(o *ui.MatchOptions, round int) (*game.Setup, error) {
	arena, err := arenaOf(o, round)
	if err != nil {
		return nil, err
	}
	s := &game.Setup{
		Arena: arena, Classes: assets.Classes(), Weapons: assets.Weapons(),
		Lobby:      o.Lobby,
		TimeLimit:  game.Tick(o.Time * game.TickRate / time.Second),
		ScoreLimit: o.Score,
	}
	if o.Teams {
		s.Mode = game.Teams
	}
	return s, nil
}

// roomy is how many ships an arena needs that is larger than the default one:
// fewer would not find each other.
const roomy = 16

// arenaOf returns the arena that was asked for, or the one whose turn it is among
// those that suit the number of ships.
func arenaOf(o *ui.MatchOptions, round int) (*game.Arena, error) {
	if o.Arena != "" {
		return assets.ArenaIn(arenaFolder(), o.Arena)
	}
	var suitable []*game.Arena
	for i, name := range assets.ArenaNames() {
		arena, err := assets.Arena(name)
		if err != nil {
			return nil, err
		}
		if i == 0 || max(o.Bots, o.Fill) >= roomy || len(arena.Tiles) <= len(suitable[0].Tiles) {
			suitable = append(suitable, arena)
		}
	}
	return suitable[round%len(suitable)], nil
}

// configFolder is where settings, keys, trust, arenas and themes of the user's own are kept.
func configFolder() string { return filepath.Join(xdg.ConfigHome, "dogfight") }

func themeFolder() string { return filepath.Join(configFolder(), "themes") }

// matchFolder has a file for each match that is hosted on this machine, to be found.
func matchFolder() string { return filepath.Join(configFolder(), "matches") }

func arenaFolder() string { return filepath.Join(configFolder(), "arenas") }
