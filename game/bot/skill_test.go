package bot

import (
	"slices"
	"testing"
)

// after returns the level that follows on matches of eight at one level, in which a player had these ranks.
func after(level Level, ranks ...int) Level {
	var recent []PastMatch
	for _, rank := range ranks {
		recent = append(recent, PastMatch{Rank: rank, Ships: 8, Level: level})
	}
	return NextLevel(recent)
}

func TestAnUnknownPlayerBeginsAmongEasyBots(t *testing.T) {
	if level := NextLevel(nil); level < 15 || level > 20 {
		t.Errorf("the first match is of level %v", level)
	}
	if alone := NextLevel([]PastMatch{{Rank: 1, Ships: 1, Level: 30}}); alone != First {
		t.Errorf("a match without bots has a level: %v", alone)
	}
}

func TestTheThirdOfEightMeetsTheSameBotsAgain(t *testing.T) {
	if level := after(24, 3, 3, 3); level != 24 {
		t.Errorf("from 2.4 to %v", level)
	}
	if level := NextLevel([]PastMatch{{Rank: 5, Ships: 15, Level: 24}}); level != 24 {
		t.Errorf("the fifth of fifteen is third of eight: from 2.4 to %v", level)
	}
}

func TestTheBetterTheRankTheBetterAreTheNextBots(t *testing.T) {
	for ships := 2; ships <= 20; ships++ {
		last := Most + 1
		for rank := 1; rank <= ships; rank++ {
			level := NextLevel([]PastMatch{{Rank: rank, Ships: ships, Level: 25}})
			if level > last || rank == 1 && level <= 25 || rank == ships && level >= 25 {
				t.Errorf("rank %d of %d: from 2.5 to %v, from rank %d to %v", rank, ships, level, rank-1, last)
			}
			last = level
		}
	}
}

func TestTheLevelChangesByOneAtMost(t *testing.T) {
	for _, ranks := range [][]int{{1}, {8}, {1, 1, 1, 8}, {8, 8, 8, 8, 8, 1}} {
		for level := Least; level <= Most; level++ {
			if next := after(level, ranks...); next < level-MostStep || next > level+MostStep || next < Least || next > Most {
				t.Errorf("ranks %v at level %v: next %v", ranks, level, next)
			}
		}
	}
	recent := []PastMatch{{1, 8, 50}, {1, 8, 50}, {1, 8, 50}, {1, 8, 50}, {8, 8, 10}}
	if next := NextLevel(recent); next > 10+MostStep {
		t.Errorf("a last match of level 1 is followed by one of level %v", next)
	}
}

func TestOneMatchCountsLessThanAll(t *testing.T) {
	if level := after(20, 3, 3, 3, 3, 3, 8); level < 20-MostStep/2 || level >= 20 {
		t.Errorf("one bad match of six: from 2.0 to %v", level)
	}
	if level := after(20, 8, 3, 3, 3, 3, 3, 3); level != 20 {
		t.Errorf("a match long past still counts: %v", level)
	}
}

func TestBotsAreAMixAroundTheLevel(t *testing.T) {
	for _, c := range []struct {
		level  Level
		bots   int
		sorted []int
	}{
		{24, 7, []int{1, 2, 2, 2, 3, 3, 4}},
		{30, 7, []int{2, 3, 3, 3, 3, 3, 4}},
		{17, 7, []int{0, 1, 2, 2, 2, 2, 3}},
		{4, 5, []int{0, 0, 0, 0, 2}},
		{0, 5, []int{0, 0, 0, 0, 0}},
		{50, 4, []int{5, 5, 5, 5}},
		{25, 2, []int{2, 3}},
		{29, 1, []int{3}},
		{30, 0, []int{}},
	} {
		mix := Mix(c.level, c.bots)
		if slices.Sort(mix); !slices.Equal(mix, c.sorted) {
			t.Errorf("%d bots of level %v: %v, expected %v", c.bots, c.level, mix, c.sorted)
		}
	}
}

func TestAMixIsOfItsLevelOnAverageAndSoAreItsFirst(t *testing.T) {
	for level := Least; level <= Most; level++ {
		for bots := 1; bots <= 63; bots++ {
			mix, sum := Mix(level, bots), 0
			for i, skill := range mix {
				if skill < Novice || skill > MaxSkill {
					t.Fatalf("%d bots of level %v: %v", bots, level, mix)
				}
				sum += skill
				if first := i + 1; first >= 3 && abs(Tenths*sum/first-int(level)) > Tenths {
					t.Errorf("the first %d of %d bots of level %v are of %d tenths: %v", first, bots, level, Tenths*sum/first, mix)
				}
			}
			if off := abs(Tenths*sum - int(level)*bots); off > Tenths/2 {
				t.Errorf("%d bots of level %v: %v", bots, level, mix)
			}
		}
	}
}

func TestTwoTeamsThatTakeAMixInTurnAreEven(t *testing.T) {
	for level := Least; level <= Most; level++ {
		for bots := 2; bots <= 16; bots += 2 {
			mix, ahead := Mix(level, bots), 0
			for i, skill := range mix {
				ahead += skill * (1 - i%2*2)
			}
			if abs(ahead) > 3 { // one is a level worse, and one a level better, than the rest
				t.Errorf("%d bots of level %v: %v, one team is ahead by %d levels in sum", bots, level, mix, ahead)
			}
		}
	}
}

func abs(n int) int { return max(n, -n) }
