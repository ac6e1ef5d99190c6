package bot_test

import (
	"testing"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
)

// waves returns a match of the mode waves with so many bots of a level, played to its end.
func waves(t testing.TB, arena, campaign string, bots, skill int, seed uint64) *match {
	s := setup(t, arena)
	s.Mode = game.Waves
	s.TimeLimit, _ = s.Mode.Limits()
	if err := assets.AddCampaign(s, campaign); err != nil {
		t.Fatal(err)
	}
	m := newMatch(s, seed)
	addBots(m, bots, skill, seed)
	for m.w.Status != game.Closed && m.w.Tick < 10*60*game.TickRate {
		m.tick(nil)
	}
	return m
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

// stage is where and against whom a seed is played.
func stage(seed uint64) (arena, campaign string) {
	arenas, campaigns := []string{"rampart", "chasm", "shoal", "open"}, assets.CampaignNames()
	return arenas[seed%4], campaigns[seed/4%uint64(len(campaigns))]
}

// reached says how far a match went: the wave, and one more for a campaign that was won.
func (m *match) reached() int {
	if m.s.Winner(&m.w).Team == 1 {
		return int(m.w.Assault.Wave) + 1
	}
	return int(m.w.Assault.Wave)
}

func TestWavesOfEightBotsEndWithinTenMinutesByTheRules(t *testing.T) {
	tournament(t)
	matches := uint64(seeds(4, 100))
	won, latest := uint64(0), game.Tick(0)
	var waveOf [12]int
	for seed := range matches {
		arena, campaign := stage(seed)
		m := waves(t, arena, campaign, 8, int(1+seed%bot.MaxSkill), seed)
		if m.w.Status != game.Closed || m.w.Tick >= 10*60*game.TickRate {
			t.Errorf("seed %d, %s in %s: not over after %d ticks", seed, campaign, arena, m.w.Tick)
		}
		waveOf[m.reached()]++
		latest = max(latest, m.w.Tick)
		if m.reached() > 10 {
			won++
		}
	}
	t.Logf("waves reached %v (the last: won), the longest %d s", waveOf[1:], latest/game.TickRate)
	if won < matches*2/10 || won > matches*9/10 {
		t.Errorf("%d of %d campaigns were won, expected some, and not nearly all", won, matches)
	}
}

func TestGoodBotsReachFartherWavesThanBeginners(t *testing.T) {
	tournament(t)
	pairs := seeds(1, 100)
	farther, even := 0, 0
	for seed := range uint64(pairs) {
		arena, campaign := stage(seed)
		two, four := waves(t, arena, campaign, 8, 2, seed).reached(), waves(t, arena, campaign, 8, 4, seed).reached()
		switch {
		case four > two:
			farther++
		case four == two:
			even++
		}
	}
	t.Logf("level 4 came farther than level 2 in %d of %d, as far in %d", farther, pairs, even)
	if farther < pairs*8/10 {
		t.Errorf("level 4 came farther than level 2 in %d of %d, expected 80 per cent", farther, pairs)
	}
}
