package session

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/net"
)

// Challenge is the daily challenge: a match that is the same for all players on a date, which alone determines it. One try counts.
type Challenge struct {
	Day    string // such as 2026-11-23, in UTC
	Arena  string
	Mode   game.Mode
	Time   time.Duration
	Class  string // of all ships; "" for any
	Weapon string // of all ships; "" for any
	Level  bot.Level
	Seed   uint64
	Bots   []net.BotSpec // Class and Weapon are indices of the Setup
}

// dayForm is the form of days.
const dayForm = time.DateOnly

// bots are enough to meet in an arena. All arenas take turns.
var bots = map[string]int{"open": 7, "duel": 5, "expanse": 17}

// usualBots are for arenas that are not in that table.
const usualBots = 9

const (
	shortest   = 3 // minutes
	longest    = 5
	easiest    = 18 // tenths of a level
	levels     = 15 // tenths between the easiest and the hardest
	oneKind    = 4  // days: one in four has a class for all, another a weapon for all
	daySeconds = 24 * 60 * 60
)

// ChallengeOf returns the challenge of a day.
func ChallengeOf(now time.Time) Challenge {
	day := now.UTC().Format(dayForm)
	number := uint64(now.Unix() / daySeconds)
	chance := game.NewChance(number)
	for range 8 { // so that the numbers of consecutive days differ
		chance.Below(2)
	}
	below := func(n int) int { return int(chance.Below(uint32(n))) }
	all := assets.Arenas()
	arena := all[number%uint64(len(all))]
	bots := cmp.Or(bots[arena.Name], usualBots)
	modes := modesIn(arena, bots)
	c := Challenge{
		Day: day, Arena: arena.Name, Mode: modes[below(len(modes))],
		Time:  time.Duration(shortest+below(longest-shortest+1)) * time.Minute,
		Level: bot.Level(easiest + below(levels+1)),
	}
	switch below(oneKind) {
	case 0:
		c.Class = assets.Classes()[below(len(assets.Classes()))].Name
	case 1:
		c.Weapon = assets.Weapons()[below(len(assets.Weapons()))].Name
	}
	c.Seed = uint64(below(1<<30))<<30 | uint64(below(1<<30))
	c.cast(min(bots, c.Mode.Pilots()-1), below)
	return c
}

// modesIn returns the modes of an arena with so many bots.
func modesIn(arena *game.Arena, bots int) (modes []game.Mode) {
	o := net.MatchOptions{Bots: bots}
	for _, mode := range game.Modes() {
		if slices.Contains(o.Arenas(mode), arena) {
			modes = append(modes, mode)
		}
	}
	return modes
}

// cast chooses the bots.
func (c *Challenge) cast(bots int, below func(int) int) {
	names, classes, weapons := assets.PilotNames(), c.classes(), c.weapons()
	for i, skill := range bot.Mix(c.Level, bots) {
		at := below(len(names))
		c.Bots = append(c.Bots, net.BotSpec{
			Name: names[at], Skill: skill, Seed: c.Seed + uint64(i),
			Class: uint8(below(len(classes))), Weapon: uint8(below(len(weapons))),
		})
		names = slices.Delete(names, at, at+1)
	}
}

// Match returns the match at its start.
func (c *Challenge) Match() (net.Match, error) {
	o := net.MatchOptions{Mode: c.Mode, Arena: c.Arena, Time: c.Time, Bots: len(c.Bots), Skill: max(int(c.Level)/bot.Tenths, 1)}
	setup, err := o.Setup(0)
	if err != nil {
		return net.Match{}, fmt.Errorf("daily challenge: %w", err)
	}
	setup.Offer(c.classes(), c.weapons())
	m := net.FixedMatch(setup, o, c.Seed)
	m.Scenario = &net.Scenario{Seed: c.Seed, Bots: c.Bots}
	return m, nil
}

// Fit returns the chosen class and weapon, or "" where all have the same.
func (c *Challenge) Fit(class, weapon string) (string, string) {
	if c.Class != "" {
		class = ""
	}
	if c.Weapon != "" {
		weapon = ""
	}
	return class, weapon
}

// classes returns the allowed classes.
func (c *Challenge) classes() []game.Class {
	return slices.DeleteFunc(assets.Classes(), func(class game.Class) bool { return c.Class != "" && c.Class != class.Name })
}

// weapons returns the allowed weapons.
func (c *Challenge) weapons() []game.Weapon {
	return slices.DeleteFunc(assets.Weapons(), func(weapon game.Weapon) bool { return c.Weapon != "" && c.Weapon != weapon.Name })
}
