package career

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

func TestMedalsFollowTheirRules(t *testing.T) {
	for _, c := range []struct {
		did  string
		m    Result
		want []string
	}{
		{"nothing", Result{Finished: true}, nil},
		{"the first kill", Result{FirstBlood: true}, []string{"first-blood"}},
		{"a revenge", Result{Revenges: 2}, []string{"revenge"}},
		{"four in a row", Result{Streak: 4}, nil},
		{"five in a row", Result{Streak: 5}, []string{"streak-5"}},
		{"ten in a row", Result{Streak: 10}, []string{"streak-5", "streak-10"}},
		{"12 of 30 hit", Result{Shots: 30, Hits: 12}, []string{"sharpshooter"}},
		{"all of too few", Result{Shots: 29, Hits: 29}, nil},
		{"too few of many", Result{Shots: 100, Hits: 39}, nil},
		{"no death and three kills", Result{Finished: true, Kills: 3, Seconds: 300}, []string{"untouchable"}},
		{"the same, and left", Result{Kills: 3, Seconds: 300}, nil},
		{"the same, and came for its end", Result{Finished: true, Kills: 3, Seconds: 20}, nil},
		{"won after 30 behind", Result{Won: true, Behind: 30}, []string{"comeback"}},
		{"lost after 30 behind", Result{Behind: 30}, nil},
		{"won a duel", Result{Won: true, Ships: 2}, nil},
		{"won of six", Result{Won: true, Ships: 6, Score: 1}, []string{"top-gun"}}, {"won of six idle ones", Result{Won: true, Ships: 6}, nil},
	} {
		c.m.Award()
		if !slices.Equal(c.m.Medals, c.want) {
			t.Errorf("%s: expected %v, found %v", c.did, c.want, c.m.Medals)
		}
	}
}

func TestMedalsHaveUniqueNames(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range Medals {
		if seen[m.Name] || seen[m.Title] || m.Name == "" || strings.Contains(m.Name, " ") || m.Rule == "" || len(m.Rule) > 33 {
			t.Errorf("found %+v", m)
		}
		seen[m.Name], seen[m.Title] = true, true
	}
}

func TestBetterListsTheGreatestGainFirst(t *testing.T) {
	last := Result{Finished: true, Shots: 100, Hits: 20, Streak: 2, Damage: 40, Kills: 4, Deaths: 4, Place: 5, Ships: 8}
	now := Result{Finished: true, Shots: 50, Hits: 15, Streak: 6, Damage: 44, Kills: 9, Deaths: 6, Place: 2, Ships: 8}
	n := News{Result: now, Last: &last}
	want := []string{
		"streak of 6, 2 last time", "place 2 of 8, 5 of 8 last time", "accuracy 30%, 20% last time", "K/D 1.5, 1.0 last time", "44 damage, 40 last time",
	}
	if got := n.Better(); !slices.Equal(got, want) {
		t.Errorf("expected %q, found %q", want, got)
	}
	if got := (&News{Result: last, Last: &now}).Better(); len(got) != 0 {
		t.Errorf("everything was worse, found %q", got)
	}
	left := last
	left.Finished = false
	for _, n := range []News{{Result: now}, {Result: now, Last: &left}, {Result: left, Last: &last}} {
		if got := n.Better(); len(got) != 0 {
			t.Errorf("nothing to compare with, found %q", got)
		}
	}
	few := now
	few.Shots, few.Hits, few.Streak, few.Damage, few.Kills, few.Place = 3, 3, 0, 0, 0, 0
	if got := (&News{Result: few, Last: &last}).Better(); len(got) != 0 {
		t.Errorf("three shots are too few, found %q", got)
	}
}

func TestAPlaceAmongMoreShipsCountsForMore(t *testing.T) {
	n := News{Result: Result{Finished: true, Place: 3, Ships: 12}, Last: &Result{Finished: true, Place: 2, Ships: 3}}
	if got := n.Better(); !slices.Equal(got, []string{"place 3 of 12, 2 of 3 last time"}) {
		t.Errorf("found %q", got)
	}
}

func TestKDIsKillsWhereThereIsNoDeath(t *testing.T) {
	for _, c := range []struct {
		kills, deaths int
		want          string
	}{{0, 0, "0.0"}, {7, 0, "7.0"}, {7, 1, "7.0"}, {1, 3, "0.3"}, {2, 3, "0.7"}, {3, 2, "1.5"}, {0, 9, "0.0"}} {
		if got := Tenths(KD(c.kills, c.deaths)); got != c.want {
			t.Errorf("%d/%d: expected %s, found %s", c.kills, c.deaths, c.want, got)
		}
	}
}

func TestWinsMakeRanks(t *testing.T) {
	for _, c := range []struct {
		wins     int
		won      bool
		rank     string
		news     string
		promoted bool
	}{
		{0, false, "Cadet", "1 win to rank Pilot", false},
		{1, true, "Pilot", "promoted to Pilot", true},
		{1, false, "Pilot", "2 wins to rank Wingman", false},
		{2, true, "Pilot", "1 win to rank Wingman", false},
		{15, true, "Captain", "promoted to Captain", true},
		{100, true, "Ace", "promoted to Ace", true},
		{101, true, "Ace", "", false},
	} {
		n := News{Result: Result{Won: c.won}, Wins: c.wins}
		text, promoted := n.Rank()
		if rank, _, _ := Rank(c.wins); rank != c.rank || text != c.news || promoted != c.promoted {
			t.Errorf("%d wins: a %s, %q, %v", c.wins, rank, text, promoted)
		}
	}
}

func TestCareerReadsBackFromJSON(t *testing.T) {
	c := Career{Name: "Ann", Sums: Sums{Matches: 3, Kills: 7}, Rating: 1500.5, Last: []Result{{Arena: "open", Kills: 2, Medals: []string{"revenge"}}}}
	text, err := json.Marshal(c)
	var got Career
	if err == nil {
		err = json.Unmarshal(text, &got)
	}
	if err != nil || got.Kills != 7 || got.Rating != 1500.5 || got.Last[0].Kills != 2 || got.Last[0].Medals[0] != "revenge" {
		t.Errorf("%s became %+v, %v", text, got, err)
	}
}
