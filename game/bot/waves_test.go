package bot_test

import (
	"fmt"
	"slices"
	"testing"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
)

// waved is a match of waves that was played.
type waved struct {
	*match
	boss game.Tick // the longest time of a boss
}

// longestCampaign is more than any campaign should take.
const longestCampaign = 60 * 60 * game.TickRate

// waves plays a match of waves with bots of a level to its end.
func waves(t testing.TB, bots, skill int, seed uint64) waved {
	arena, campaign := stage(seed)
	s := setup(t, arena)
	s.Mode = game.Waves
	s.TimeLimit, _ = s.Mode.Limits()
	if err := assets.AddCampaign(s, campaign); err != nil {
		t.Fatal(err)
	}
	m := waved{match: newMatch(s, seed)}
	addBots(m.match, bots, skill, seed)
	for m.w.Status != game.Closed && m.w.Tick < longestCampaign {
		m.tick(nil)
		if m.fightsBoss() {
			m.boss = max(m.boss, m.w.Tick-m.w.Assault.Began)
		}
	}
	if m.w.Status != game.Closed {
		t.Errorf("%d pilots of level %d, seed %d: %s in %s not over after %d minutes, in wave %d", bots, skill, seed, campaign, arena, m.w.Tick/60/game.TickRate, m.w.Assault.Wave)
	}
	return m
}

// fightsBoss reports whether a boss is in space.
func (m *waved) fightsBoss() bool {
	for slot := range m.w.Ships {
		if k := m.s.Kind(m.w.Ships[slot].Class); m.w.Drone(slot) != nil && k.Role == game.Core {
			return true
		}
	}
	return false
}

// addBots lets bots of a level join, with the ships that they like.
func addBots(m *match, bots, skill int, seed uint64) {
	for i := range bots {
		b := bot.New(skill, seed*100+uint64(i))
		taste := game.NewChance(seed + uint64(i))
		class, weapon := b.Personality().Ship(m.s, &taste)
		m.join(&b, ship{class, weapon}, 1)
	}
}

// stage is the arena and campaign of a seed.
func stage(seed uint64) (arena, campaign string) {
	arenas, campaigns := []string{"rampart", "chasm", "shoal", "open"}, assets.CampaignNames()
	return arenas[seed%4], campaigns[seed/4%uint64(len(campaigns))]
}

// reached returns the progress of a match: the wave, plus one if the campaign was won.
func (m *waved) reached() int {
	if m.s.Winner(&m.w).Team == 1 {
		return int(m.w.Assault.Wave) + 1
	}
	return int(m.w.Assault.Wave)
}

// wavesCell is the result of many campaigns of equal pilots.
type wavesCell struct {
	wins        int
	reached     int       // waves, one more for a win
	waves, ends []int     // of losses
	boss        game.Tick // the longest time of a boss
}

// playCampaigns plays the campaigns of n seeds.
func playCampaigns(t testing.TB, pilots, level, n int) (c wavesCell) {
	for seed := range uint64(n) {
		m := waves(t, pilots, level, seed)
		c.boss = max(c.boss, m.boss)
		c.reached += m.reached()
		if m.s.Winner(&m.w).Team == 1 {
			c.wins++
			continue
		}
		c.waves, c.ends = append(c.waves, int(m.w.Assault.Wave)), append(c.ends, int(m.w.Tick/game.TickRate))
	}
	slices.Sort(c.waves)
	slices.Sort(c.ends)
	return c
}

// String returns the line of a table: campaigns won, the waves of losses (first quartile, median, third), their median time, the
// longest time of a boss.
func (c wavesCell) String() string {
	if len(c.waves) == 0 {
		return fmt.Sprintf("%4d  %15s  %8s  %4d s", c.wins, "-", "-", c.boss/game.TickRate)
	}
	part := func(of []int, quarters int) int { return of[(len(of)-1)*quarters/4] }
	return fmt.Sprintf("%4d  %4d / %2d / %2d  %6d s  %4d s",
		c.wins, part(c.waves, 1), part(c.waves, 2), part(c.waves, 3), part(c.ends, 2), c.boss/game.TickRate)
}

// wantedWins are the per cent of campaigns that one, two and four pilots win, by their level. Of 40 campaigns the share varies by chance.
var wantedWins = map[int][2]int{2: {10, 30}, 3: {30, 60}, 4: {60, 90}}

const winsChance = 6 // per cent, about one standard error

// longestBoss is the longest fight with a boss: it rages after a minute.
const longestBoss = 4 * 60 * game.TickRate

// With -long -v it prints the table of 40 seeds.
func TestCampaignsSuitOneToFourPilotsOfEachLevel(t *testing.T) {
	tournament(t)
	n := seeds(1, 40)
	reached := map[int]int{} // by level
	t.Logf("pilots  level  wins  waves of losses     lost  longest boss")
	for _, pilots := range []int{1, 2, 4} {
		for level := 2; level <= 4; level++ {
			c := playCampaigns(t, pilots, level, n)
			t.Logf("%6d  %5d  %v", pilots, level, c)
			if want := wantedWins[level]; *long && (c.wins*100 < (want[0]-winsChance)*n || c.wins*100 > (want[1]+winsChance)*n) {
				t.Errorf("%d pilots of level %d win %d of %d campaigns, expected %d to %d %%", pilots, level, c.wins, n, want[0], want[1])
			}
			if c.boss > longestBoss {
				t.Errorf("%d pilots of level %d fight a boss for %d s, expected at most %d", pilots, level, c.boss/game.TickRate, longestBoss/game.TickRate)
			}
			reached[level] += c.reached
		}
	}
	if reached[2] >= reached[4] {
		t.Errorf("level 2 comes through %d waves, level 4 through %d", reached[2], reached[4])
	}
}
