package bot_test

import (
	"testing"

	"dogfight/game"
	"dogfight/game/bot"
)

var courses = []string{"ring", "serpent", "tour"}

// raced is how a race went.
type raced struct {
	*match
	places []uint8 // on the grid, by slot: 0 is the uppermost
}

// race lets bots of these levels fly to the end; all have the class that they are given by their slot.
func race(t testing.TB, arena string, seed uint64, class func(slot int) uint8, levels ...int) raced {
	s := setup(t, arena)
	s.Mode = game.Race
	m := newMatch(s, seed)
	for i, level := range levels {
		b := bot.New(level, seed<<8+uint64(i))
		m.join(&b, ship{class: class(i), weapon: 0}, 0)
	}
	r := raced{match: m}
	for m.w.Status != game.Closed && m.w.Tick < 11*60*game.TickRate {
		m.tick(nil)
		if m.w.Tick == 1 {
			for i := range levels {
				place := uint8(0)
				for k := range levels {
					if m.w.Ships[k].Y < m.w.Ships[i].Y {
						place++
					}
				}
				r.places = append(r.places, place)
			}
		}
	}
	return r
}

func fighters(int) uint8 { return 0 }

func alternate(slot int) uint8 { return uint8(slot % 3) }

func same(level, n int) []int {
	levels := make([]int, n)
	for i := range levels {
		levels[i] = level
	}
	return levels
}

// first returns the slot that won.
func (r *raced) first() int {
	for i := range r.w.Racers {
		if r.w.Racers[i].Place == 1 {
			return i
		}
	}
	return -1
}

func TestRacesEndByTheRulesWithinTenMinutes(t *testing.T) {
	finished, ships, longest := 0, 0, game.Tick(0)
	n := seeds(3, 100)
	for seed := range n {
		for _, arena := range courses[seed%3 : seed%3+1] {
			r := race(t, arena, uint64(seed), alternate, same(3, 8)...)
			if r.w.Status != game.Closed || r.w.Tick >= 10*60*game.TickRate || r.first() < 0 {
				t.Errorf("%s, seed %d: status %d after %d s, won by %d", arena, seed, r.w.Status, r.w.Tick/game.TickRate, r.first())
			}
			ships += 8
			finished += int(r.w.Heat.Placed)
			longest = max(longest, r.w.Tick)
		}
	}
	t.Logf("%d races, %d of %d ships finished, the longest took %d s", n, finished, ships, longest/game.TickRate)
	if finished*10 < ships*7 {
		t.Errorf("%d of %d ships finished, expected most", finished, ships)
	}
}

func TestNoPlaceOnTheGridWinsTwiceItsShare(t *testing.T) {
	if !*long {
		t.Skip("takes 600 races: -long")
	}
	for _, arena := range courses {
		var wins [8]int
		const n = 200
		for seed := range uint64(n) {
			r := race(t, arena, seed, fighters, same(3, 8)...)
			if slot := r.first(); slot >= 0 {
				wins[r.places[slot]]++
			}
		}
		t.Logf("%s: wins by place %v", arena, wins)
		for place, won := range wins {
			if won > 2*n/8 {
				t.Errorf("%s: place %d wins %d of %d", arena, place, won, n)
			}
		}
	}
}

func TestBetterBotsWinRaces(t *testing.T) {
	won, n := 0, seeds(6, 150)
	for seed := range n {
		levels := []int{4, 2}
		if seed%2 == 1 {
			levels = []int{2, 4}
		}
		r := race(t, courses[seed%3], uint64(seed), fighters, levels...)
		if slot := r.first(); slot >= 0 && levels[slot] == 4 {
			won++
		}
	}
	t.Logf("level 4 beats level 2 in %d of %d races", won, n)
	if won*100 < 80*n {
		t.Errorf("level 4 beats level 2 in %d of %d races, expected 80 in 100", won, n)
	}
}

func TestRacesAreAsLongAsTheyShouldBe(t *testing.T) {
	for _, arena := range courses {
		for level := 1; level <= bot.MaxSkill; level++ {
			if level != 4 && !*long {
				continue
			}
			for class := range uint8(3) {
				r := race(t, arena, 1, func(int) uint8 { return class }, level)
				took := (r.w.Racers[0].Done - r.w.Heat.Go) / game.TickRate
				t.Logf("%s, level %d, class %d: %d s, best lap %d ticks", arena, level, class, took, r.w.Racers[0].Best)
				if level == 4 && (took < 60 || took > 150) {
					t.Errorf("%s: %d s, expected 60 to 150", arena, took)
				}
			}
		}
	}
}
