package records

import (
	"testing"
	"time"
)

// ratingAfter returns Ann's rating, who was unrated, after a match.
func ratingAfter(t *testing.T, newStore func(*testing.T) *Store, m *Match) Rating {
	t.Helper()
	s := newStore(t)
	s.mustAdd(t, m)
	for _, p := range s.mustScore(t).Pilots {
		if p.Identity == ann().Identity {
			return Rating{Value: p.Rating, Deviation: p.Deviation}
		}
	}
	t.Fatal("Ann is not there")
	return Rating{}
}

func TestWhoBeatsABotGainsByItsSkill(t *testing.T) {
	statsOnBoth(t, func(t *testing.T, newStore func(*testing.T) *Store) {
		before := unrated.Value
		for skill := 1; skill <= 5; skill++ {
			bot := aBot()
			bot.Skill = skill
			got := ratingAfter(t, newStore, aMatch(ann(), bot)).Value
			if got <= before {
				t.Errorf("skill %d: expected more than %v, found %v", skill, before, got)
			}
			before = max(before, got)
		}
	})
}

func TestOfTwoPilotsTheOneGainsWhatTheOtherLoses(t *testing.T) {
	statsOnBoth(t, func(t *testing.T, newStore func(*testing.T) *Store) {
		other := ann()
		other.Identity, other.Score, other.Won = "SHA256:bob", 10, false
		s := newStore(t)
		s.mustAdd(t, aMatch(other, ann()))
		pilots := s.mustScore(t).Pilots
		if pilots[0].Identity != ann().Identity {
			t.Errorf("expected Ann first, found %+v", pilots)
		}
		near(t, "the mean of both", (pilots[0].Rating+pilots[1].Rating)/2, unrated.Value, 1e-6)
	})
}

func TestTeamsWinForAllWhoAreInThem(t *testing.T) {
	statsOnBoth(t, func(t *testing.T, newStore func(*testing.T) *Store) {
		low, high := ann(), aBot()
		low.Team, low.Score, high.Team, high.Score = 1, 0, 2, 99
		mate := high
		mate.Team = 1
		m := aMatch(low, mate, high)
		m.TeamScores = [5]int32{0, 99, 50}
		if got := ratingAfter(t, newStore, m); got.Value <= unrated.Value {
			t.Errorf("her team has won, and she has %v", got)
		}
	})
}

func TestWhatDecidesNothingChangesNoRating(t *testing.T) {
	statsOnBoth(t, func(t *testing.T, newStore func(*testing.T) *Store) {
		unfinished := aMatch(ann(), aBot())
		unfinished.Finished = false
		late := ann()
		late.Flown = 20 * time.Second
		for what, m := range map[string]*Match{
			"a match that was not finished": unfinished,
			"one that she came late to":     aMatch(late, aBot()),
			"one without anybody else":      aMatch(ann()),
			"one without length":            {Started: began, Finished: true, Flights: []Flight{{Identity: ann().Identity, Name: "Ann"}}},
		} {
			if got := ratingAfter(t, newStore, m); got.Value != unrated.Value || got.Deviation != unrated.Deviation {
				t.Errorf("%s: found %v", what, got)
			}
		}
	})
}

func TestHalfAnHourAgainstBotsOfOneSkillEndsNearTheirRating(t *testing.T) {
	statsOnBoth(t, func(t *testing.T, newStore func(*testing.T) *Store) {
		s := newStore(t)
		for i := range 40 { // of which she wins every second
			p, bot := ann(), aBot()
			if i%2 == 0 {
				p.Score, bot.Score = bot.Score, p.Score
			}
			s.mustAdd(t, aMatch(p, bot))
		}
		near(t, "rating", s.mustScore(t).Pilots[0].Rating, botRatings[3], 60)
	})
}
