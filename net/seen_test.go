package net

import (
	"testing"
	"time"

	"dogfight/game"
)

func TestAClientSeesWhatTheHostTellsOfItsMatch(t *testing.T) {
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		var told results
		m := startMatch(t, HostConfig{Result: told.take}, played{Setup: briefSetup(t, 60), Bots: 5, Skill: 4})
		defer m.end()
		p := newPlayer("Rex", m.pipe, 1)
		var tally game.Tally
		over := func() bool {
			if p.view != nil && p.view.World != nil {
				if tally.Seen == 0 {
					tally = game.NewTally(p.view.World)
				}
				tally.Add(p.view.Setup, p.view.World, p.view.Decided)
			}
			return len(told.all()) > 0
		}
		m.flyUntil(over, p)
		for end := time.Now().Add(time.Second / 2); time.Now().Before(end); { // the last of it is on its way
			m.fly(tickTime(1), p)
			over()
		}
		r, seen := told.all()[0], SeenResult(p.view, &tally)
		if !seen.Finished || len(seen.Flights) != len(r.Flights) || seen.TeamScores != r.TeamScores || seen.Lasted < r.Lasted-time.Second || seen.Lasted > r.Lasted {
			t.Fatalf("%+v was seen as %+v", r, seen)
		}
		for _, f := range r.Flights {
			got := seen.flight(t, f.Name)
			if got.Place != f.Place || got.Won != f.Won || got.Score != f.Score || got.Kills != f.Kills || got.Deaths != f.Deaths || got.Class != f.Class || got.Weapon != f.Weapon {
				t.Errorf("%+v was seen as %+v", f, got)
			}
			if bot := f.Skill > 0; bot != (got.Skill == skillUnknown) {
				t.Errorf("%s has skill %d, and is seen with %d", f.Name, f.Skill, got.Skill)
			}
			if seen.killsBy(got.Pilot) != f.Kills {
				t.Errorf("%s: %d kills, of which %d were seen", f.Name, f.Kills, seen.killsBy(got.Pilot))
			}
		}
		rex, was := seen.flight(t, "Rex"), r.flight(t, "Rex")
		if rex.Shots != was.Shots || rex.Hits != was.Hits || rex.Did.Damage != was.Did.Damage || rex.Did.LongestStreak != was.Did.LongestStreak {
			t.Errorf("%+v was seen as %+v", was.Did, rex.Did)
		}
	})
}
