package cli

import (
	"context"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"dogfight/assets"
	"dogfight/game"
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

func TestClosenessIsHowNearTheSecondCameToTheFirst(t *testing.T) {
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

// short returns a match of so many seconds in an arena that is built in.
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
	scores(1, 0) // the first to lead takes it from nobody
	scores(1, 1) // shared: nobody's
	scores(2, 1)
	scores(2, 3)
	scores(4, 3)
	if m.leads != 2 {
		t.Errorf("%d changes of the lead, expected 2", m.leads)
	}
}

func TestWhoInterruptsATournamentIsToldHowFarItCame(t *testing.T) {
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
