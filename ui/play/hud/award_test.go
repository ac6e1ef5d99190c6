package hud

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"dogfight/ui/play/model"
	"dogfight/ui/play/playtest"
)

func TestAwardsGoToWhoEarnedThem(t *testing.T) {
	v, names := playtest.View("Nova", "Rex", "Vega"), model.Pilots{}
	v.Me = -1
	names.Read(v)
	ships, tally := &v.World.Ships, model.Tally{}
	ships[0].Kills, ships[0].Deaths, ships[0].Score = 4, 2, 40
	ships[1].Kills, ships[1].Deaths, ships[1].Score = 4, 3, 30
	ships[2].Kills, ships[2].Assists, ships[2].Deaths = 1, 5, 1
	tally.Slots[0].Shots, tally.Slots[0].Hits = 19, 19
	tally.Slots[1].Shots, tally.Slots[1].Hits, tally.Slots[1].LongestStreak = 40, 10, 3
	tally.Slots[1].Avenged, tally.Slots[1].Crashes = 2, 1
	tally.Slots[2].Items, tally.Slots[2].Barrels = 6, 2
	f := Board{Match: &model.Match{View: v, Pilots: &names}, Tally: &tally}
	f.Ranks = f.Match.Rank(nil)
	var got []string
	for _, a := range f.awards() {
		got = append(got, fmt.Sprint(a.title, ", ", f.Match.Pilots.Name(a.slot), ", ", a.figure))
	}
	want := []string{
		"Ace, Nova, 4 kills", // who has as many is of a lower rank
		"Untouchable, Vega, 1 death",
		"Marksman, Rex, 25% of 40 shots hit", // 19 shots are too few to tell
		"Streak, Rex, 3 kills in a row",
		"Helper, Vega, 5 assists",
		"Avenger, Rex, 2 revenges within 10 s",
		"Collector, Vega, 6 items",
		"Demolition, Vega, 2 barrels",
		"Own worst enemy, Rex, 1 self-destruction",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestNobodyIsAwardedForNothing(t *testing.T) {
	v := playtest.View("Nova", "Rex")
	f := Board{Match: &model.Match{View: v}, Tally: &model.Tally{}, Ranks: []int{0, 1}}
	if got := f.awards(); len(got) != 0 {
		t.Errorf("got %v", got)
	}
}
