package bot_test

import (
	"testing"

	"dogfight/game"
	"dogfight/game/bot"
)

const balanceSkill = 4

// balanceDuels returns how many there are for each pair: a share of the wins is right to some 4 % with all of them, to
// some 11 % with few, which still shows a gun that wins nearly always.
func balanceDuels() int { return seeds(8, 60) }

// league lets equal bots fly n ships against each other, and returns the points
// of 100 that each takes from each. With gives the ship of a number.
func league(s *game.Setup, n, duels int, with func(i int) ship) [][]int {
	table := make([][]int, n)
	for i := range table {
		table[i] = make([]int, n)
	}
	for i := range n {
		for j := range i {
			points := 0
			for k := range duels {
				seed := uint64(i*1000 + j*100 + k)
				one, two := bot.New(balanceSkill, 2*seed), bot.New(balanceSkill, 2*seed+1)
				if k%2 == 0 {
					points += duel(s, &one, &two, with(i), with(j), seed)
				} else {
					points += 2 - duel(s, &two, &one, with(j), with(i), seed)
				}
			}
			table[i][j] = points * 100 / (2 * duels)
			table[j][i] = 100 - table[i][j]
		}
	}
	return table
}

// mostTaken is what may be taken of 100 points in duels of two. Matches of twelve
// are what ships and guns are balanced by, so this is a rough bound.
const mostTaken = 75

// judge logs the table and fails if one takes too much.
func judge(t *testing.T, names []string, table [][]int) {
	t.Helper()
	for i, row := range table {
		sum := 0
		for j := range row {
			if i != j {
				sum += row[j]
			}
		}
		total := sum / (len(row) - 1)
		t.Logf("%-8s %3d %%  %3d", names[i], total, row)
		if total > mostTaken {
			t.Errorf("%s takes %d %% of its duels, expected at most %d", names[i], total, mostTaken)
		}
	}
}

func TestNoClassWinsTooMuch(t *testing.T) {
	tournament(t)
	s := setup(t, "duel")
	var names []string
	for _, c := range s.Classes {
		names = append(names, c.Name)
	}
	judge(t, names, league(s, len(names), balanceDuels(), func(i int) ship { return ship{class: uint8(i)} }))
}

func TestNoWeaponWinsTooMuch(t *testing.T) {
	tournament(t)
	s := setup(t, "duel")
	var names []string
	for _, w := range s.Weapons {
		names = append(names, w.Name)
	}
	judge(t, names, league(s, len(names), balanceDuels(), func(i int) ship { return ship{weapon: uint8(i)} }))
}
