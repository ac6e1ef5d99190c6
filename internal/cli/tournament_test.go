package cli

import (
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/testkit"
)

// fourPairs is a Setup of two classes and two weapons.
var fourPairs = &game.Setup{
	Classes: []game.Class{{Name: "small"}, {Name: "large"}},
	Weapons: []game.Weapon{{Name: "gun"}, {Name: "bow"}},
}

func TestSharesAreOfAllPointsInAllMatches(t *testing.T) {
	table := tabulate(fourPairs, []mixResult{
		{points: []int64{50, 30, 0, 20}, winner: 0, kills: 10, ticks: 3600, leads: 2},
		{points: []int64{10, 40, -10, 60}, winner: 3, kills: 20, ticks: 3600, leads: 5},
		{points: []int64{0, 0, 0, 0}, winner: -1, ticks: 3600},
	})
	want := []mixPair{{"small", "gun", .3, 1}, {"small", "bow", .35, 0}, {"large", "gun", -.05, 0}, {"large", "bow", .4, 1}}
	if !slices.Equal(table.Pairs, want) {
		t.Errorf("pairs %v, expected %v", table.Pairs, want)
	}
	if table.Classes["small"] != .65 || table.Classes["large"] != .35 || table.Weapons["gun"] != .25 || table.Weapons["bow"] != .75 {
		t.Errorf("classes %v, weapons %v", table.Classes, table.Weapons)
	}
	closeness := rounded((30./50 + 40./60 + 0) / 3)
	if table.KillsPerMinute != 10 || table.Closeness != closeness || table.LeadChanges != rounded(7./3) {
		t.Errorf("%v kills a minute, closeness %v, %v changes of the lead, expected 10, %v and 2.3333",
			table.KillsPerMinute, table.Closeness, table.LeadChanges, closeness)
	}
}

func TestClosenessComparesTheTwoBestScores(t *testing.T) {
	for _, c := range []struct {
		points []int64
		want   float64
	}{
		{[]int64{10, 10, 0}, 1},
		{[]int64{10, 80, 40}, .5},
		{[]int64{5, -5, -5}, 0},
		{[]int64{-5, -5}, 0},
		{[]int64{9}, 0},
	} {
		if got := (&mixResult{points: c.points}).closeness(); got != c.want {
			t.Errorf("%v: %v, expected %v", c.points, got, c.want)
		}
	}
}

func TestNoMatchesMakeAnEmptyTable(t *testing.T) {
	table := tabulate(fourPairs, nil)
	if len(table.Pairs) != 4 || table.Closeness != 0 || math.IsNaN(table.KillsPerMinute) {
		t.Errorf("%+v", table)
	}
}

// short returns a match of some seconds in a built-in arena.
func short(t testing.TB, arena string, seconds game.Tick) *game.Setup {
	t.Helper()
	a, err := assets.Arena(arena)
	if err != nil {
		t.Fatal(err)
	}
	return &game.Setup{Arena: a, Classes: assets.Classes(), Weapons: assets.Weapons(), TimeLimit: seconds * game.TickRate}
}

func TestEachPairFliesOnceInEachMatchAndInEverySlot(t *testing.T) {
	s := short(t, "open", 1)
	pairs := pairCount(s)
	if pairs != 12 {
		t.Fatalf("%d pairs, expected 12", pairs)
	}
	slots := make([][]int, pairs)
	for number := range pairs {
		m := newMix(s, 3, number, 1)
		m.tick()
		var seen []int
		for slot := range pairs {
			ship := &m.world.Ships[slot]
			pair := int(ship.Class)*len(s.Weapons) + int(ship.Weapon)
			if ship.State != game.Flying || pair != m.pair(slot) {
				t.Fatalf("match %d: slot %d has pair %d, expected %d in space", number, slot, pair, m.pair(slot))
			}
			seen = append(seen, pair)
			slots[pair] = append(slots[pair], slot)
		}
		if slices.Sort(seen); len(slices.Compact(seen)) != pairs {
			t.Errorf("match %d: pairs %v, expected each once", number, seen)
		}
	}
	for pair, taken := range slots {
		if slices.Sort(taken); len(slices.Compact(taken)) != pairs {
			t.Errorf("pair %d flew in slots %v, expected all", pair, taken)
		}
	}
}

func TestTheTableIsTheSameOnAnyNumberOfCores(t *testing.T) {
	c := tournament{setups: []*game.Setup{short(t, "open", 20), short(t, "belt", 20)}, matches: 6, skill: 4, seed: 3}
	var tables []mixTable
	for _, workers := range []int{1, 2, 5} {
		c.workers = workers
		done := 0
		c.progress = func(n int) {
			if done++; n != done {
				t.Errorf("%d matches done, expected %d", n, done)
			}
		}
		table, err := c.run(context.Background())
		if err != nil || done != c.matches {
			t.Fatalf("%v after %d matches", err, done)
		}
		tables = append(tables, table)
	}
	if !reflect.DeepEqual(tables[0], tables[1]) || !reflect.DeepEqual(tables[0], tables[2]) {
		t.Errorf("%+v on one core, %+v on two, %+v on five", tables[0], tables[1], tables[2])
	}
	c.seed++
	c.progress = nil
	if other, _ := c.run(context.Background()); reflect.DeepEqual(other, tables[0]) {
		t.Error("another seed gives the same table")
	}
}

func TestTheLeadPassesFromOneShipToAnother(t *testing.T) {
	m := newMix(short(t, "open", 60), 1, 0, 1)
	m.tick()
	scores := func(a, b int32) {
		m.world.Ships[0].Score, m.world.Ships[1].Score = a, b
		m.count()
	}
	for i := range m.pilots {
		m.world.Ships[i].Score = -1
	}
	scores(1, 0) // the first lead is no change
	scores(1, 1) // a tie
	scores(2, 1)
	scores(2, 3)
	scores(4, 3)
	if m.leads != 2 {
		t.Errorf("%d changes of the lead, expected 2", m.leads)
	}
}

func TestAnInterruptedTournamentReportsItsProgress(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	c := tournament{setups: []*game.Setup{short(t, "duel", 5)}, matches: 1000, skill: 1}
	c.progress = func(done int) {
		if done == 3 {
			cancel()
		}
	}
	_, err := c.run(ctx)
	if err == nil || !strings.HasPrefix(err.Error(), "interrupted after ") || !strings.HasSuffix(err.Error(), " of 1000 matches") {
		t.Errorf("%v, expected it to be interrupted", err)
	}
}

//go:generate go test -count=1 -timeout 60m -run Balance . -write ../../game/BALANCE.md

// The fair ranges of shares: of the points, and of the wins in all arenas together, at the levels of most players. Wins ask for more: a pair
// with a tenth more points than the others wins twice as often.
const (
	leastPair  = 0.05 // fair is a twelfth
	mostPair   = 0.13
	mostClass  = 0.42
	mostWeapon = 0.33

	leastWins  = 0.03
	mostWins   = 0.15
	chanceWins = 0.025 // allowed
	lowWins    = 2     // from this level
	highWins   = 4     // to this
)

// The number of matches of a level in an arena. Few matches leave errors of chance, which the test allows for. The standard deviation of a
// pair's share of one match is 1.3 points of 100 or, at level 1, where few shots hit, 2.5; of the twelve or 24 matches of -long it is 0.4
// or 0.5, and the extreme of 180 shares is three times that. Without -long a sixth as many are played, at three levels: the error is 2.4
// times that, of 36 shares. For classes and weapons it is half as much again.
const (
	fewMatches  = 2
	fewAtLevel1 = 4
	manyMatches = 240   // at the levels with a range of wins
	sideMatches = 60    // at the others
	chanceSide  = 0.005 // allowed for these
	chancePair  = 0.016 // allowed for a pair with -long
	chanceSum   = 0.024 // for a class or a weapon
	fewerChance = 1.4   // times that without it
)

var long = flag.Bool("long", false, "play every level in every large arena, not one level in each, and six times as many matches")

var write = flag.String("write", "", "measure with many matches, allow nothing for chance, and write the tables to this file")

// large returns the arenas for fights of all against all with twelve spawns or more.
func large(t *testing.T) (setups []*game.Setup) {
	t.Helper()
	for _, name := range []string{"open", "belt", "expanse"} {
		if s := short(t, name, 5*60); len(s.Arena.Spawns) >= pairCount(s) {
			setups = append(setups, s)
		}
	}
	return setups
}

// Without -long one level is played in each arena, from the worst to the best: a ship or gun that is too good shows at one of them in every
// arena.
func TestBalanceOfShipsAndGunsAtEveryLevelInEveryLargeArena(t *testing.T) {
	if testing.Short() {
		t.Skip("hundreds of matches of five minutes; runs without -short")
	}
	var text strings.Builder
	fmt.Fprintf(&text, head, manyMatches, sideMatches, testkit.Measured(t))
	setups := large(t)
	var all [bot.MaxSkill][]mixResult // in all arenas
	for i, s := range setups {
		var tables []mixTable
		for skill := 1; skill <= bot.MaxSkill; skill++ {
			if !*long && *write == "" && skill != 1+2*i {
				continue
			}
			results, err := (&tournament{setups: []*game.Setup{s}, matches: matches(skill), skill: skill, seed: 1}).playAll(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			all[skill-1] = append(all[skill-1], results...)
			table := tabulate(s, results)
			pair, sum := chances(skill)
			table.check(t, fmt.Sprintf("%s, level %d", s.Arena.Name, skill), pair, sum)
			tables = append(tables, table)
		}
		text.WriteString(section(s.Arena.Name, tables))
	}
	if *write != "" {
		var tables []mixTable
		for i := range all {
			tables = append(tables, tabulate(setups[0], all[i]))
		}
		text.WriteString(section("all three arenas", tables))
		for skill := lowWins; skill <= highWins; skill++ {
			tables[skill-1].checkWins(t, skill)
		}
		if err := os.WriteFile(*write, []byte(text.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// matches returns the number of matches of a level in an arena.
func matches(skill int) int {
	usual := 1
	if *long {
		usual = 6
	}
	switch {
	case *write != "" && skill >= lowWins && skill <= highWins:
		return manyMatches
	case *write != "":
		return sideMatches
	case skill == 1:
		return fewAtLevel1 * usual
	}
	return fewMatches * usual
}

// chances returns the errors of chance that are allowed for the share of a pair, and of a class or a weapon.
func chances(skill int) (pair, sum float64) {
	switch {
	case *write != "" && (skill < lowWins || skill > highWins):
		return chanceSide, chanceSide
	case *write != "":
		return 0, 0
	case *long:
		return chancePair, chanceSum
	}
	return chancePair * fewerChance, chanceSum * fewerChance
}

// check fails if a share is farther out of its range than is allowed for chance.
func (table *mixTable) check(t *testing.T, where string, pair, sum float64) {
	t.Helper()
	least, most := 1.0, 0.0
	for _, p := range table.Pairs {
		least, most = min(least, p.Share), max(most, p.Share)
		if p.Share < leastPair-pair || p.Share > mostPair+pair {
			t.Errorf("%s: %s with %s has %.3f of the points, expected %v to %v, plus or minus %v",
				where, p.Class, p.Weapon, p.Share, leastPair, mostPair, pair)
		}
	}
	for name, share := range table.Classes {
		if share > mostClass+sum {
			t.Errorf("%s: class %s has %.3f, expected at most %v", where, name, share, mostClass)
		}
	}
	for name, share := range table.Weapons {
		if share > mostWeapon+sum {
			t.Errorf("%s: weapon %s has %.3f, expected at most %v", where, name, share, mostWeapon)
		}
	}
	t.Logf("%s: pairs %.3f to %.3f, classes %v, weapons %v", where, least, most, table.Classes, table.Weapons)
}

// checkWins fails if a pair wins too few or too many matches.
func (table *mixTable) checkWins(t *testing.T, skill int) {
	t.Helper()
	for i, p := range table.Pairs {
		if won := table.won(i); won < leastWins-chanceWins || won > mostWins+chanceWins {
			t.Errorf("level %d: %s with %s wins %.3f of the matches, expected %v to %v, plus or minus %v",
				skill, p.Class, p.Weapon, won, leastWins, mostWins, chanceWins)
		}
	}
}

// won returns the share of the matches that a pair wins.
func (table *mixTable) won(pair int) float64 {
	return float64(table.Pairs[pair].Wins) / float64(table.matches)
}

const head = `# Balance

Twelve equal bots, each class with each weapon once, in matches of five minutes. The first number is a pair's share of all points, in per cent, by the
level of the bots. Fair is 8.3. Asked for: each pair 5 to 13, no class above 42, no weapon above 33. The second is its share of the wins: of the matches
in which it has the most points. Fair is 8.3 again. Asked for, at levels 2 to 4 in all three arenas together: 3 to 15. Closeness is
1 - (first - second) / first.

%d matches a column at levels 2 to 4, and %d at levels 1 and 5. The standard error of a fair share of the wins is 1.8 in an arena and 1.0 in all three;
at levels 1 and 5 it is 3.6 and 2.1.

Written by "go generate ./internal/cli", which fails if a share is out of its range; its test asserts the ranges over fewer matches.
"dogfight sim --mix" plays the same.

%s`

// section returns the tables of an arena, by level, as Markdown.
func section(arena string, tables []mixTable) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n## %s\n\n| level |", arena)
	for skill := range tables {
		fmt.Fprintf(&b, " %d |", 1+skill)
	}
	fmt.Fprintf(&b, "\n|---|%s\n", strings.Repeat("--:|", len(tables)))
	row := func(name string, format string, value func(*mixTable) float64) {
		writeRow(&b, name, tables, func(t *mixTable) string { return fmt.Sprintf(format, value(t)) })
	}
	for i, p := range tables[0].Pairs {
		writeRow(&b, p.Class+", "+p.Weapon, tables, func(t *mixTable) string {
			return fmt.Sprintf("%.1f / %.0f", 100*t.Pairs[i].Share, 100*t.won(i))
		})
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

// writeRow writes a row of a table in Markdown.
func writeRow(b *strings.Builder, name string, tables []mixTable, value func(*mixTable) string) {
	fmt.Fprintf(b, "| %s |", name)
	for i := range tables {
		fmt.Fprintf(b, " %s |", value(&tables[i]))
	}
	b.WriteString("\n")
}
