package records

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	_ "dogfight/testkit"

	"dogfight/game/career"
)

func TestRatingIsThatOfGlickmansExample(t *testing.T) {
	r := Rating{1500, 200, 0.06}.after([]game{
		{Rating{1400, 30, 0.06}, 1}, {Rating{1550, 100, 0.06}, 0}, {Rating{1700, 300, 0.06}, 0},
	})
	near(t, "rating", r.Value, 1464.06, 0.01)
	near(t, "deviation", r.Deviation, 151.52, 0.01)
	near(t, "volatility", r.Volatility, 0.05999, 0.00001)
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if math.Abs(got-want) > tolerance {
		t.Errorf("%s: expected %v, found %v", what, want, got)
	}
}

func TestAPlayerWithoutOpponentsHasTheSameRating(t *testing.T) {
	if r := unrated.after(nil); r != unrated {
		t.Errorf("found %v", r)
	}
}

func TestRatingAlwaysStaysWithinItsLimits(t *testing.T) {
	rating := rapid.Custom(func(t *rapid.T) Rating {
		return Rating{
			rapid.Float64Range(minValue, maxValue).Draw(t, "value"),
			rapid.Float64Range(minDeviation, maxDeviation).Draw(t, "deviation"),
			rapid.Float64Range(minVolatility, maxVolatility).Draw(t, "volatility"),
		}
	})
	results := rapid.Custom(func(t *rapid.T) game {
		return game{rating.Draw(t, "against"), rapid.SampledFrom([]float64{0, 0.5, 1}).Draw(t, "score")}
	})
	rapid.Check(t, func(t *rapid.T) {
		r := rating.Draw(t, "rating")
		for range 20 {
			r = r.after(rapid.SliceOfN(results, 0, 63).Draw(t, "games"))
			if r != r.within() || math.IsNaN(r.Value+r.Deviation+r.Volatility) {
				t.Fatalf("found %v", r)
			}
		}
	})
}

func TestWinnersRiseAndLosersFall(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		against := Rating{rapid.Float64Range(800, 2200).Draw(t, "value"), 100, 0.06}
		won, lost := unrated.after([]game{{against, 1}}), unrated.after([]game{{against, 0}})
		if won.Value <= unrated.Value || lost.Value >= unrated.Value || won.Deviation >= unrated.Deviation {
			t.Fatalf("won %v, lost %v", won, lost)
		}
	})
}

func TestAFrequentWinnerIsRatedFarAboveTheLosers(t *testing.T) {
	r := unrated
	for range 1000 {
		r = r.after([]game{{Rating{Value: 1900, Deviation: botDeviation}, 1}})
	}
	if r.Value < 2100 || r != r.within() {
		t.Errorf("found %v", r)
	}
}

// ratingAfter returns Ann's rating, who was unrated, after a match.
func ratingAfter(t *testing.T, newStore func(*testing.T) *Store, m *career.Match) Rating {
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

func TestTheGainOfBeatingABotDependsOnItsSkill(t *testing.T) {
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

func TestOfTwoPilotsOneGainsAsMuchAsTheOtherLoses(t *testing.T) {
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

func TestTeamsWinForAllTheirPlayers(t *testing.T) {
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

func TestAMatchWithoutADecisionChangesNoRating(t *testing.T) {
	statsOnBoth(t, func(t *testing.T, newStore func(*testing.T) *Store) {
		unfinished := aMatch(ann(), aBot())
		unfinished.Finished = false
		late, idle, bot := ann(), ann(), aBot()
		late.Flown, idle.Score, bot.Score = 20*time.Second, 0, 0
		for what, m := range map[string]*career.Match{
			"a match that was not finished": unfinished,
			"one that she came late to":     aMatch(late, aBot()),
			"one without anybody else":      aMatch(ann()),
			"one without a point":           aMatch(idle, bot),
			"one without length":            {Started: began, Finished: true, Flights: []career.Flight{{Identity: ann().Identity, Name: "Ann"}}},
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
		for i := range 40 { // she wins each second match
			p, bot := ann(), aBot()
			if i%2 == 0 {
				p.Score, bot.Score = bot.Score, p.Score
			}
			s.mustAdd(t, aMatch(p, bot))
		}
		near(t, "rating", s.mustScore(t).Pilots[0].Rating, botRatings[3], 60)
	})
}

func TestNovicesAddNothingToTheSkillOfAMatch(t *testing.T) {
	statsOnBoth(t, func(t *testing.T, newStore func(*testing.T) *Store) {
		s := newStore(t)
		own := ann()
		own.Place = 2
		flights := []career.Flight{own}
		for place, novice := range []bool{false, true, true, false} {
			b := aBot()
			b.Skill, b.Novice, b.Place = 1, novice, place+1
			flights = append(flights, b)
		}
		s.mustAdd(t, aMatch(flights...))
		list, err := s.lastSolo([]string{"SHA256:ann"}, 1)
		if err != nil || len(list) != 1 || list[0].Skill != 0.5 || list[0].Bots != 4 {
			t.Errorf("found %+v, %v", list, err)
		}
	})
}
