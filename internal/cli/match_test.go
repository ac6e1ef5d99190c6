package cli

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"testing"

	"dogfight/assets"
	"dogfight/game"
)

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
	pairs := pairs(s)
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
	c := Config{Setups: []*game.Setup{short(t, "open", 20), short(t, "belt", 20)}, Matches: 6, Skill: 4, Seed: 3}
	var tables []table
	for _, workers := range []int{1, 2, 5} {
		c.Workers = workers
		done := 0
		c.Progress = func(n int) {
			if done++; n != done {
				t.Errorf("%d matches done, expected %d", n, done)
			}
		}
		table, err := run(context.Background(), c)
		if err != nil || done != c.Matches {
			t.Fatalf("%v after %d matches", err, done)
		}
		tables = append(tables, table)
	}
	if !reflect.DeepEqual(tables[0], tables[1]) || !reflect.DeepEqual(tables[0], tables[2]) {
		t.Errorf("%+v on one core, %+v on two, %+v on five", tables[0], tables[1], tables[2])
	}
	c.Seed++
	c.Progress = nil
	if other, _ := run(context.Background(), c); reflect.DeepEqual(other, tables[0]) {
		t.Error("another seed gives the same table")
	}
}

func TestTheLeadPassesFromOneShipToAnother(t *testing.T) {
	m := newMix(short(t, "open", 60), 1, 0, 1)
	m.tick()
	scores := func(a, b int32) {
		m.world.Ships[0].Score, m.world.Ships[1].Score = a, b
		m.note()
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
	c := Config{Setups: []*game.Setup{short(t, "duel", 5)}, Matches: 1000, Skill: 1}
	c.Progress = func(done int) {
		if done == 3 {
			cancel()
		}
	}
	_, err := run(ctx, c)
	if err == nil || !strings.HasPrefix(err.Error(), "interrupted after ") || !strings.HasSuffix(err.Error(), " of 1000 matches") {
		t.Errorf("%v, expected it to be interrupted", err)
	}
}
