package bot_test

import (
	"testing"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
)

var orbArenas = []string{"quarters", "twin", "gorge"}

// orbMatch is what became of a match of the mode orb.
type orbMatch struct {
	w      game.World
	winner game.Winner
	takes  int
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
				result.takes++
			}
		}
	}
	result.w, result.winner = m.w, s.Winner(&m.w)
	return result
}

func TestOrbMatchesEndInUnderTenMinutesAndNoTeamWinsTooOften(t *testing.T) {
	tournament(t)
	for _, name := range orbArenas {
		for teams := 2; teams <= game.MaxTeams && game.CaptureOrb.Plays(arena(t, name), teams) == nil; teams++ {
			if teams == game.MaxTeams || *long { // that a match of two teams ends is tested by TestLevelFourBeatsLevelTwoAtTheOrb, too
				playOrbs(t, name, teams, seeds(1, 200))
			}
		}
	}
}

// playOrbs plays so many matches of eight bots of level 3.
func playOrbs(t *testing.T, name string, teams, n int) {
	var wins [game.MaxTeams + 1]int
	ended, ticks, longest, takes, captures := 0, 0, game.Tick(0), 0, int32(0)
	for seed := range n {
		r := playOrb(t, name, []int{3, 3, 3, 3}[:teams], 8, uint64(seed))
		if r.w.Status == game.Closed {
			ended++
		}
		wins[r.winner.Team]++
		ticks, longest, takes = ticks+int(r.w.Tick), max(longest, r.w.Tick), takes+r.takes
		for _, score := range r.w.TeamScores {
			captures += score
		}
	}
	t.Logf("%s, %d teams: %d of %d ended, after %d s, at most %d s; %d takes, %d captures; draws and wins %v",
		name, teams, ended, n, ticks/n/game.TickRate, longest/game.TickRate, takes, captures, wins[:teams+1])
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
