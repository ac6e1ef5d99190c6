package bot_test

import (
	"testing"

	"dogfight/game"
	"dogfight/game/bot"
)

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

func TestPersonalitiesAreEquallyStrongInTheShipsTheyLike(t *testing.T) {
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
