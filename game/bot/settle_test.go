package bot_test

import (
	"fmt"
	"testing"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
)

// career is a player, who flies as a bot of some level does, and how the matches went among bots that suit.
type skillCareer struct {
	level int
	seed  uint64
	past  []bot.PastMatch
}

const (
	rivals   = 7
	settling = 8 // matches within which the bots have to suit
)

// play plays the next match, five minutes, three without -long, in one of our smaller arenas, against ships that chance gives.
func (c *skillCareer) play(t testing.TB) {
	name := []string{"open", "duel", "belt"}[len(c.past)%3]
	arena, err := assets.Arena(name)
	if err != nil {
		t.Fatal(err)
	}
	s := &game.Setup{Arena: arena, Classes: assets.Classes(), Weapons: assets.Weapons(), TimeLimit: 3 * 60 * game.TickRate}
	if *long {
		s.TimeLimit = 5 * 60 * game.TickRate
	}
	seed := c.seed*1000 + uint64(len(c.past))
	world, chance := game.NewWorld(s, seed), game.NewChance(seed)
	level := bot.NextLevel(c.past)
	skills := append([]int{c.level}, bot.Mix(level, rivals)...)
	var bots []bot.Bot
	var orders []game.Order
	own := game.NewChance(c.seed) // the player keeps to a ship and a gun
	for slot, skill := range skills {
		ship := &chance
		if slot == 0 {
			ship = &own
		}
		bots = append(bots, bot.New(skill, seed<<8+uint64(slot)))
		orders = append(orders, game.Order{
			Kind: game.OrderJoin, Slot: uint8(slot),
			Class: uint8(ship.Below(uint32(len(s.Classes)))), Weapon: uint8(ship.Below(uint32(len(s.Weapons)))),
		})
	}
	for world.Status != game.Closed {
		world.Step(s, orders, nil)
		orders = orders[:0]
		for slot := range bots {
			in := bots[slot].Fly(&world, s, slot)
			if skills[slot] == bot.Novice {
				in = bot.Hesitant(in, world.Tick, slot)
			}
			if in != world.Ships[slot].Input {
				orders = append(orders, game.Order{Kind: game.OrderInput, Slot: uint8(slot), Input: in})
			}
		}
	}
	rank := 1
	for slot := 1; slot < len(skills); slot++ {
		if world.Ships[slot].Score > world.Ships[0].Score {
			rank++
		}
	}
	c.past = append(c.past, bot.PastMatch{Rank: rank, Ships: len(skills), Level: level})
}

// A single rank is luck to a large part, so it is the mean of those of eight matches, of four without -long, of several careers each, that is
// to lie between 2 and 4 once eight matches were played; that of each career may lie half a rank below that, or one above.
func TestPlayersOfAllLevelsSettleAtRanksTwoToFourWithinEightMatches(t *testing.T) {
	if testing.Short() {
		t.Skip("hundreds of matches; runs without -short")
	}
	careers, settled := 3, 8 // matches after the first, over which the ranks are looked at
	if !*long {
		careers, settled = 1, 4
	}
	for level := 1; level <= 4; level++ {
		if !*long && level != 1 && level != 4 {
			continue // they begin nearer to where they settle than the worst and the best do
		}
		t.Run(fmt.Sprint("level ", level), func(t *testing.T) {
			t.Parallel()
			sum, among := 0, 0
			for seed := range uint64(careers) {
				c := skillCareer{level: level, seed: seed + 1}
				for range settling + settled {
					c.play(t)
				}
				own := 0
				for _, p := range c.past[settling:] {
					own += p.Rank
					if p.Rank >= 2 && p.Rank <= 4 {
						among++
					}
				}
				sum += own
				t.Logf("player of level %d: ranks %v, levels of the bots %v, mean rank after %d matches %.1f",
					level, c.ranks(), c.levels(), settling, float64(own)/float64(settled))
				if own < 3*settled/2 || own > 5*settled {
					t.Errorf("player of level %d, career %d: mean rank %.1f after %d matches", level, seed, float64(own)/float64(settled), settling)
				}
			}
			t.Logf("players of level %d: mean rank %.2f, %d of %d ranks from 2 to 4", level, float64(sum)/float64(careers*settled), among, careers*settled)
			if sum < 2*careers*settled || sum > 4*careers*settled {
				t.Errorf("players of level %d: mean rank %.2f, expected 2 to 4", level, float64(sum)/float64(careers*settled))
			}
		})
	}
}

func (c *skillCareer) ranks() (ranks []int) {
	for _, p := range c.past {
		ranks = append(ranks, p.Rank)
	}
	return ranks
}

func (c *skillCareer) levels() (levels []bot.Level) {
	for _, p := range c.past {
		levels = append(levels, p.Level)
	}
	return levels
}
