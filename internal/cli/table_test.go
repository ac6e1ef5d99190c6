package cli

import (
	"math"
	"slices"
	"testing"

	"dogfight/game"
)

// fourPairs is a Setup of two classes and two weapons.
var fourPairs = &game.Setup{
	Classes: []game.Class{{Name: "small"}, {Name: "large"}},
	Weapons: []game.Weapon{{Name: "gun"}, {Name: "bow"}},
}

func TestSharesAreOfAllPointsInAllMatches(t *testing.T) {
	table := tabulate(fourPairs, []result{
		{points: []int64{50, 30, 0, 20}, winner: 0, kills: 10, ticks: 3600, leads: 2},
		{points: []int64{10, 40, -10, 60}, winner: 3, kills: 20, ticks: 3600, leads: 5},
		{points: []int64{0, 0, 0, 0}, winner: -1, ticks: 3600},
	})
	want := []Pair{{"small", "gun", .3, 1}, {"small", "bow", .35, 0}, {"large", "gun", -.05, 0}, {"large", "bow", .4, 1}}
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
		if got := (&result{points: c.points}).closeness(); got != c.want {
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
