package bot_test

import (
	"testing"

	"dogfight/game"
	"dogfight/game/bot"
)

const balanceSkill = 4

// balanceDuels returns how many there are for each pair: a share of the wins is right to some 4 % with all of them, to
// some 8 % with few, which still shows a gun that wins nearly always.
func balanceDuels() int { return seeds(16, 60) }

// league lets equal bots fly n ships against each other, and returns the share in per cent of the points that each wins from each. with
// sets the ship with a number.
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

// mostTaken is the largest share of points in duels, in per cent. Ships and guns are balanced
// by matches of twelve, so this is a rough bound. With few duels a total has an error of mostChance.
const (
	mostTaken  = 75
	mostChance = 6
)

// judge logs the table and fails if a ship wins too much.
func judge(t *testing.T, names []string, table [][]int) {
	t.Helper()
	most := mostTaken
	if !*long {
		most += mostChance
	}
	for i, row := range table {
		sum := 0
		for j := range row {
			if i != j {
				sum += row[j]
			}
		}
		total := sum / (len(row) - 1)
		t.Logf("%-8s %3d %%  %3d", names[i], total, row)
		if total > most {
			t.Errorf("%s wins %d %% of its duels, expected at most %d", names[i], total, most)
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

// At each level eight bots, two of each personality: none of the four may be the
// one to choose.
//
// Without -long they meet at the worst and at the best level in ships by chance, and at level 3 in those they like.
func TestPersonalitiesAreEquallyStrong(t *testing.T) {
	tournament(t)
	for skill := 1; skill <= bot.MaxSkill; skill++ {
		if *long || skill == 1 || skill == bot.MaxSkill {
			comparePersonalities(t, "in ships by chance", false, skill)
		}
	}
}

func TestPersonalitiesAreEquallyStrongInTheirFavourites(t *testing.T) {
	tournament(t)
	for skill := 1; skill <= bot.MaxSkill; skill++ {
		if *long || skill == 3 {
			comparePersonalities(t, "in ships they like", true, skill)
		}
	}
}

func comparePersonalities(t *testing.T, what string, favourites bool, skill int) {
	t.Helper()
	matches, least, most := 3, 11, 39 // with so few matches a share is right to some 7 %
	if *long {
		matches, least, most = 30, 15, 35 // with so many to some 2 %
	}
	var points, share [bot.Personalities]int
	sum := 0
	for seed := range uint64(matches) {
		for p, n := range personalityMatch(t, favourites, skill, seed) {
			points[p] += n
			sum += n
		}
	}
	for p, n := range points {
		if share[p] = n * 100 / sum; share[p] < least || share[p] > most {
			t.Errorf("level %d, %s: a %v makes %d %% of the points, expected %d to %d", skill, what, bot.Personality(p), share[p], least, most)
		}
	}
	t.Logf("level %d, %s: hunter %d %%, sniper %d %%, miner %d %%, collector %d %%", skill, what, share[0], share[1], share[2], share[3])
}

// personalityMatch returns the points that each personality makes in three minutes.
func personalityMatch(t *testing.T, favourites bool, skill int, seed uint64) (points [bot.Personalities]int) {
	t.Helper()
	s := setup(t, soloArenas[seed%uint64(len(soloArenas))])
	m := newMatch(s, seed)
	chance := game.NewChance(seed)
	const bots = 2 * bot.Personalities
	for i := range bots {
		b := bot.New(skill, bots*seed+uint64(i)).As(bot.Personality(i % bot.Personalities))
		class, weapon := uint8(chance.Below(uint32(len(s.Classes)))), uint8(chance.Below(uint32(len(s.Weapons))))
		if favourites {
			class, weapon = b.Personality().Ship(s, &chance)
		}
		m.join(&b, ship{class, weapon}, 0)
	}
	for range 3 * 60 * game.TickRate {
		m.tick(nil)
	}
	for i := range bots {
		points[i%bot.Personalities] += int(m.w.Ships[i].Score)
	}
	return points
}
