package bot_test

import (
	"testing"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
)

var trailArenas = []string{"grid", "pillars", "stadium"}

// trailsMatch returns a match of trails with its usual limits, in one of the arenas made for it.
func trailsMatch(t testing.TB, seed int) *match {
	s := setup(t, trailArenas[seed%len(trailArenas)])
	s.Mode, s.Weapons = game.Trails, assets.Weapons()
	s.TimeLimit, s.ScoreLimit = s.Mode.Limits()
	return newMatch(s, uint64(seed+1))
}

// joinTrails lets a number of bots of a level join.
func (m *match) joinTrails(bots, level, seed int) {
	for range bots {
		b := bot.New(level, uint64(seed*100+len(m.pilots)))
		m.join(&b, ship{class: uint8(len(m.pilots) % 3)}, 0)
	}
}

func TestMatchesOfTrailsEndByTheRulesInTenMinutes(t *testing.T) {
	t.Parallel()
	longest := game.Tick(0)
	n := seeds(1, 100)
	for seed := range n {
		m := trailsMatch(t, seed)
		for m.joinTrails(8, 3, seed); m.w.Status != game.Closed; m.tick(nil) {
			if m.w.Tick > 10*60*game.TickRate {
				t.Fatalf("seed %d: still in round %d after ten minutes", seed, m.w.Rounds.Number)
			}
		}
		longest = max(longest, m.w.Tick)
		if !m.s.Winner(&m.w).Decided && m.w.Rounds.Number < 9 {
			t.Errorf("seed %d: no racer has won after %d rounds", seed, m.w.Rounds.Number)
		}
		if at := m.w.Rounds; int(at.Number) < 9 && m.best() < 5 {
			t.Errorf("seed %d: over after %d rounds of which the best has won %d", seed, at.Number, m.best())
		}
	}
	t.Logf("%d matches, the longest %d s", n, longest/game.TickRate)
}

// best returns the highest score.
func (m *match) best() (best int32) {
	for i := range m.w.Ships {
		best = max(best, m.w.Ships[i].Score)
	}
	return best
}

// The start place must not decide a round: none wins more than twice its share.
func TestStartPlacesOfTrailsAreFair(t *testing.T) {
	if !*long {
		t.Skip("200 matches; runs with -long")
	}
	for a, name := range trailArenas {
		taken, won := map[game.Point]int{}, map[game.Point]int{}
		rounds := 0
		for seed := a; seed < 200; seed += len(trailArenas) {
			m := trailsMatch(t, seed)
			m.joinTrails(8, 3, seed)
			var events game.Events
			var places [game.MaxShips]game.Point
			for m.w.Status != game.Closed {
				events.List = events.List[:0]
				m.tick(&events)
				for _, ev := range events.List {
					switch {
					case ev.Kind == game.EventSpawn:
						places[ev.Slot] = game.Point{X: ev.X, Y: ev.Y}
						taken[places[ev.Slot]]++
					case ev.Kind == game.EventRoundWon && ev.What == 0:
						won[places[ev.Slot]]++
						rounds++
					}
				}
			}
		}
		worst := 0.0
		for place, n := range taken {
			share := float64(won[place]) / (float64(n) / 8)
			if worst = max(worst, share); share > 2 {
				t.Errorf("%s: the place at %d, %d was taken %d times and won %d rounds", name, place.X/game.One, place.Y/game.One, n, won[place])
			}
		}
		t.Logf("%s: %d rounds, %d places, the best wins %.2f of its share", name, rounds, len(taken), worst)
	}
}

func TestLevelFourBeatsLevelTwoInTrails(t *testing.T) {
	t.Parallel()
	won, lost := 0, 0
	for seed := range seeds(3, 60) {
		m := trailsMatch(t, seed)
		m.joinTrails(1, 4, seed)
		for m.joinTrails(1, 2, seed); m.w.Status != game.Closed; {
			m.tick(nil)
		}
		won, lost = won+int(m.w.Ships[0].Score), lost+int(m.w.Ships[1].Score)
	}
	if t.Logf("level 4 against level 2: %d rounds to %d", won, lost); won*10 < 8*(won+lost) {
		t.Errorf("level 4 won %d of %d rounds, expected eight tenths", won, won+lost)
	}
}

func TestFlyingTrailsAllocatesNothing(t *testing.T) {
	m := trailsMatch(t, 0)
	for m.joinTrails(16, 4, 0); m.w.Tick < 500; {
		m.tick(nil)
	}
	allocs := testing.AllocsPerRun(100, func() {
		for i, p := range m.pilots {
			p.Fly(&m.w, m.s, i)
		}
		m.w.Tick++
	})
	if allocs != 0 {
		t.Errorf("16 bots allocate %v times a tick, expected 0", allocs)
	}
}

// BenchmarkFlyTrails16 is the cost of sixteen bots in a tick.
func BenchmarkFlyTrails16(b *testing.B) {
	m := trailsMatch(b, 0)
	for m.joinTrails(16, 4, 0); m.w.Tick < 500; {
		m.tick(nil)
	}
	for b.Loop() {
		for i, p := range m.pilots {
			p.Fly(&m.w, m.s, i)
		}
		m.w.Tick++
	}
}
