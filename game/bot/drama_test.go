package bot_test

import (
	"testing"

	"dogfight/game"
	"dogfight/game/bot"
)

// The rounds of a newcomer in trails, measured:
//
//	go test ./game/bot -run 'FewSeconds|SecondHalf' -v -args -long
//
// A bot of level 1 flies as the newcomer among seven around level 3. Its rounds must end soon
// after it is out.
func TestNewcomersOfTrailsWatchForAFewSeconds(t *testing.T) {
	var lives, lengths, waits []int
	for seed := range seeds(3, 40) {
		m := trailsMatch(t, seed)
		m.joinTrails(1, 1, seed)
		for _, level := range bot.Spread(3, 7) {
			m.joinTrails(1, level, seed)
		}
		var events game.Events
		began, out := game.Tick(0), game.Tick(0)
		for m.w.Status != game.Closed {
			events.List = events.List[:0]
			m.tick(&events)
			for _, ev := range events.List {
				switch {
				case ev.Kind == game.EventRound:
					began, out = m.w.Tick+m.w.TrailReady(), 0
				case ev.Kind == game.EventOut && ev.Slot == 0:
					out = m.w.Tick
					lives = append(lives, int(out-began))
				case ev.Kind == game.EventRoundWon:
					lengths = append(lengths, int(m.w.Tick-began))
					if out != 0 {
						waits = append(waits, int(m.w.Tick-out))
					}
				}
			}
		}
	}
	t.Logf("%d rounds: p50 of a life %.1f s, of a round %.1f s, of the time watched %.1f s (p90 %.1f)", len(lengths), seconds(percentile(lives, 50)),
		seconds(percentile(lengths, 50)), seconds(percentile(waits, 50)), seconds(percentile(waits, 90)))
	if wait := percentile(waits, 50); wait > 8*game.TickRate {
		t.Errorf("it watches for %.1f s, expected up to 8", seconds(wait))
	}
}

// The lead of a race must be open for long.
func TestTheLeadOfARaceChangesInTheSecondHalf(t *testing.T) {
	late, sum, n := 0, 0, seeds(9, 40)
	var changes, times, whole []int
	for seed := range n {
		s := setup(t, courses[seed%3])
		s.Mode = game.Race
		m := newMatch(s, uint64(seed))
		for i := range 8 {
			b := bot.New(3, uint64(seed)<<8+uint64(i))
			m.join(&b, ship{class: alternate(i)}, 0)
		}
		leader, last, led := -1, game.Tick(0), 0
		for m.w.Heat.Won == 0 && m.w.Status != game.Closed {
			m.tick(nil)
			if won := s.Winner(&m.w); won.Decided && int(won.Slot) != leader && !m.w.Held(s) {
				leader, last = int(won.Slot), m.w.Tick-m.w.Heat.Go
				led++
			}
		}
		for m.w.Status != game.Closed {
			m.tick(nil)
		}
		whole = append(whole, 100*int(last+m.w.Heat.Go)/int(m.w.Tick))
		share := 100 * int(last) / int(m.w.Heat.Won-m.w.Heat.Go)
		t.Logf("%s, seed %d: %d s, %d leads, the last from %d %%", courses[seed%3], seed, (m.w.Heat.Won-m.w.Heat.Go)/game.TickRate, led, share)
		if share >= 50 {
			late++
		}
		sum += share
		changes, times = append(changes, led), append(times, share)
	}
	t.Logf("%d races: the last change of the lead at %d %% (mean), %d %% (p50); in the second half in %d; %d leads (p50); at %d %% of the match (p50)",
		n, sum/n, percentile(times, 50), late, percentile(changes, 50), percentile(whole, 50))
	if late*2 < n {
		t.Errorf("the lead changes in the second half of %d races of %d, expected half of them", late, n)
	}
}
