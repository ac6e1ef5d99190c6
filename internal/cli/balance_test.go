package cli

//go:generate go test -count=1 -timeout 30m -run Balance . -write ../../game/BALANCE.md

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
)

// What is fair, of 1.
const (
	leastPair  = 0.05 // fair is a twelfth
	mostPair   = 0.13
	mostClass  = 0.42
	mostWeapon = 0.33
)

// The matches of a level in an arena. Few leave chance a part in the shares, for which
// the test makes allowance. A pair's share of one match is right to 1.3 points of 100 or,
// at level 1, where little is hit, to 2.5 (one standard deviation); so of the twelve or 24 of -long
// to 0.4 or 0.5, and the farthest off of 180 shares by three times that. Without it a sixth as many are
// played, at three levels: the error is 2.4 times that, of 36 shares. For classes and
// weapons it is half as much again.
const (
	fewMatches  = 2
	fewAtLevel1 = 4
	manyMatches = 120
	chancePair  = 0.016 // allowed for a pair with -long
	chanceSum   = 0.024 // for a class or a weapon
	fewerChance = 1.4   // times that without it
)

var long = flag.Bool("long", false, "play every level in every large arena, not one level in each, and six times as many matches")

var write = flag.String("write", "", "measure with many matches, allow nothing for chance, and write the tables to this file")

// large returns the arenas made for fights of all against all in which twelve ships have a spawn each.
func large(t *testing.T) (setups []*game.Setup) {
	t.Helper()
	for _, name := range []string{"open", "belt", "expanse"} {
		if s := short(t, name, 5*60); len(s.Arena.Spawns) >= pairCount(s) {
			setups = append(setups, s)
		}
	}
	return setups
}

// Without -long one level is played in each arena, from the worst to the best: what makes a ship or a gun too good shows
// at one of them wherever it is played.
func TestBalanceOfShipsAndGunsAtEveryLevelInEveryLargeArena(t *testing.T) {
	if testing.Short() {
		t.Skip("hundreds of matches of five minutes; runs without -short")
	}
	pair, sum := chancePair, chanceSum
	switch {
	case *write != "":
		pair, sum = 0, 0
	case !*long:
		pair, sum = pair*fewerChance, sum*fewerChance
	}
	var text strings.Builder
	fmt.Fprintf(&text, head, manyMatches)
	setups := large(t)
	for i, s := range setups {
		var tables []mixTable
		for skill := 1; skill <= bot.MaxSkill; skill++ {
			if !*long && *write == "" && skill != 1+2*i {
				continue
			}
			table, err := (&tournament{setups: []*game.Setup{s}, matches: matches(skill), skill: skill, seed: 1}).run(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			table.check(t, fmt.Sprintf("%s, level %d", s.Arena.Name, skill), pair, sum)
			tables = append(tables, table)
		}
		text.WriteString(section(s.Arena.Name, tables))
	}
	if *write != "" {
		if err := os.WriteFile(*write, []byte(text.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// matches returns how many are played at a level in an arena.
func matches(skill int) int {
	usual := 1
	if *long {
		usual = 6
	}
	switch {
	case *write != "":
		return manyMatches
	case skill == 1:
		return fewAtLevel1 * usual
	}
	return fewMatches * usual
}

// check fails if a share is farther out of its range than is allowed for chance.
func (table *mixTable) check(t *testing.T, where string, pair, sum float64) {
	t.Helper()
	least, most := 1.0, 0.0
	for _, p := range table.Pairs {
		least, most = min(least, p.Share), max(most, p.Share)
		if p.Share < leastPair-pair || p.Share > mostPair+pair {
			t.Errorf("%s: %s with %s takes %.3f of the points, expected %v to %v, give or take %v",
				where, p.Class, p.Weapon, p.Share, leastPair, mostPair, pair)
		}
	}
	for name, share := range table.Classes {
		if share > mostClass+sum {
			t.Errorf("%s: class %s takes %.3f, expected at most %v", where, name, share, mostClass)
		}
	}
	for name, share := range table.Weapons {
		if share > mostWeapon+sum {
			t.Errorf("%s: weapon %s takes %.3f, expected at most %v", where, name, share, mostWeapon)
		}
	}
	t.Logf("%s: pairs %.3f to %.3f, classes %v, weapons %v", where, least, most, table.Classes, table.Weapons)
}

const head = `# Balance

Twelve equal bots, each class with each weapon once, in matches of five minutes: shares of all points, in per cent, by the level of the bots. Fair is
8.3 for a pair. Asked for: each pair 5 to 13, no class above 42, no weapon above 33. %d matches a column. Closeness is 1 - (first - second) / first.

Written by "go generate ./internal/cli", which fails if a share is out of its range; its test asserts the ranges over fewer matches.
"dogfight sim --mix" plays the same.
`

// section returns the tables of an arena, by level, as Markdown.
func section(arena string, tables []mixTable) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n## %s\n\n| level |", arena)
	for skill := range tables {
		fmt.Fprintf(&b, " %d |", 1+skill)
	}
	fmt.Fprintf(&b, "\n|---|%s\n", strings.Repeat("--:|", len(tables)))
	row := func(name string, format string, value func(*mixTable) float64) {
		fmt.Fprintf(&b, "| %s |", name)
		for i := range tables {
			fmt.Fprintf(&b, " "+format+" |", value(&tables[i]))
		}
		b.WriteString("\n")
	}
	for i, p := range tables[0].Pairs {
		row(p.Class+", "+p.Weapon, "%.1f", func(t *mixTable) float64 { return 100 * t.Pairs[i].Share })
	}
	for _, c := range assets.Classes() {
		row("all "+c.Name+"s", "%.1f", func(t *mixTable) float64 { return 100 * t.Classes[c.Name] })
	}
	for _, w := range assets.Weapons() {
		row("all with "+w.Name, "%.1f", func(t *mixTable) float64 { return 100 * t.Weapons[w.Name] })
	}
	row("kills a minute", "%.0f", func(t *mixTable) float64 { return t.KillsPerMinute })
	row("closeness", "%.2f", func(t *mixTable) float64 { return t.Closeness })
	row("changes of the lead", "%.1f", func(t *mixTable) float64 { return t.LeadChanges })
	return b.String()
}
