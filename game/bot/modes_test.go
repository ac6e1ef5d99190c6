package bot_test

import (
	"testing"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
)

var orbArenas = []string{"quarters", "twin", "gorge"}

// orbMatch is the result of a match of the mode orb.
type orbMatch struct {
	w       game.World
	winner  game.Winner
	pickups int
}

// playOrb plays a match to its end, in which the bots of a team have a level. Ships and guns
// go round, from another on in each team and match.
func playOrb(t testing.TB, name string, levels []int, bots int, seed uint64) orbMatch {
	t.Helper()
	s := setup(t, name)
	s.Mode, s.Sides = game.CaptureOrb, uint8(len(levels))
	s.TimeLimit, s.ScoreLimit = s.Mode.Limits()
	m := newMatch(s, seed)
	flown := make([]bot.Bot, bots)
	for i := range bots {
		team := (i + int(seed)) % len(levels) // so that each team has the first slot in turn
		flown[i] = bot.New(levels[team], seed*64+uint64(i))
		kit := i/len(levels) + int(seed/2)
		m.join(&flown[i], ship{class: uint8(kit % len(assets.Classes())), weapon: uint8(kit % len(assets.Weapons()))}, uint8(team+1))
	}
	result := orbMatch{}
	events := game.Events{}
	for m.w.Status != game.Closed && m.w.Tick < 60*60*10 {
		events.List = events.List[:0]
		m.tick(&events)
		for _, ev := range events.List {
			if ev.Kind == game.EventTake {
				result.pickups++
			}
		}
	}
	result.w, result.winner = m.w, s.Winner(&m.w)
	return result
}

func TestOrbMatchesAreShortAndFair(t *testing.T) {
	tournament(t)
	for _, name := range orbArenas {
		for teams := 2; teams <= game.MaxTeams && game.CaptureOrb.Plays(arena(t, name), teams) == nil; teams++ {
			if teams == game.MaxTeams || *long { // that a match of two teams ends is tested by TestLevelFourBeatsLevelTwoAtTheOrb, too
				playOrbs(t, name, teams, seeds(1, 200))
			}
		}
	}
}

// playOrbs plays a number of matches of eight bots of level 3.
func playOrbs(t *testing.T, name string, teams, n int) {
	var wins [game.MaxTeams + 1]int
	ended, ticks, longest, pickups, captures := 0, 0, game.Tick(0), 0, int32(0)
	for seed := range n {
		r := playOrb(t, name, []int{3, 3, 3, 3}[:teams], 8, uint64(seed))
		if r.w.Status == game.Closed {
			ended++
		}
		wins[r.winner.Team]++
		ticks, longest, pickups = ticks+int(r.w.Tick), max(longest, r.w.Tick), pickups+r.pickups
		for _, score := range r.w.TeamScores {
			captures += score
		}
	}
	t.Logf("%s, %d teams: %d of %d ended, after %d s, at most %d s; %d pickups, %d captures; draws and wins %v",
		name, teams, ended, n, ticks/n/game.TickRate, longest/game.TickRate, pickups, captures, wins[:teams+1])
	if ended < n || captures == 0 {
		t.Errorf("%s, %d teams: %d of %d matches ended, with %d captures", name, teams, ended, n, captures)
	}
	for team := 1; team <= teams && *long; team++ {
		if wins[team]*100 > n*mostWins {
			t.Errorf("%s: team %d of %d wins %d of %d matches, expected up to %d %%", name, team, teams, wins[team], n, mostWins)
		}
	}
}

// mostWins is how many of 100 matches between equals a team may win.
const mostWins = 58

func TestLevelFourBeatsLevelTwoAtTheOrb(t *testing.T) {
	tournament(t)
	n := seeds(1, 100)
	for i, name := range orbArenas {
		won := 0
		for seed := range n {
			if !*long {
				seed = i // so that level 4 is in each of the teams
			}
			levels := []int{4, 2}
			if seed%2 == 1 {
				levels = []int{2, 4}
			}
			r := playOrb(t, name, levels, 8, uint64(seed))
			if levels[max(int(r.winner.Team), 1)-1] == 4 && r.winner.Decided {
				won++
			}
			if r.w.Status != game.Closed {
				t.Errorf("%s, seed %d: not over after ten minutes", name, seed)
			}
		}
		t.Logf("%s: level 4 wins %d of %d", name, won, n)
		if won*100 < n*80 {
			t.Errorf("%s: level 4 wins %d of %d matches against level 2, expected 80 %%", name, won, n)
		}
	}
}

var courses = []string{"ring", "serpent", "tour"}

// raced is how a race went.
type raced struct {
	*match
	places []uint8 // on the grid, by slot: 0 is the uppermost, and in a row the rearmost
}

// race lets bots of these levels fly to the end; all have the class that they are ignored by their slot.
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
					if a, b := &m.w.Ships[k], &m.w.Ships[i]; a.Y < b.Y || a.Y == b.Y && a.X < b.X {
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
		t.Skip("needs 600 races: -long")
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
