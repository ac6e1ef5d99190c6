package records

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	_ "dogfight/testkit"
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

func TestWhoPlaysNobodyKeepsHisRating(t *testing.T) {
	if r := unrated.after(nil); r != unrated {
		t.Errorf("found %v", r)
	}
}

func TestRatingStaysWithinItsLimitsWhateverIsPlayed(t *testing.T) {
	rating := rapid.Custom(func(t *rapid.T) Rating {
		return Rating{
			rapid.Float64Range(leastValue, mostValue).Draw(t, "value"),
			rapid.Float64Range(leastDeviation, mostDeviation).Draw(t, "deviation"),
			rapid.Float64Range(leastVolatility, mostVolatility).Draw(t, "volatility"),
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

func TestWhoWinsRisesAndWhoLosesFalls(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		against := Rating{rapid.Float64Range(800, 2200).Draw(t, "value"), 100, 0.06}
		won, lost := unrated.after([]game{{against, 1}}), unrated.after([]game{{against, 0}})
		if won.Value <= unrated.Value || lost.Value >= unrated.Value || won.Deviation >= unrated.Deviation {
			t.Fatalf("won %v, lost %v", won, lost)
		}
	})
}

func TestWhoWinsManyTimesEndsFarAboveThoseHeBeats(t *testing.T) {
	r := unrated
	for range 1000 {
		r = r.after([]game{{Rating{Value: 1900, Deviation: botDeviation}, 1}})
	}
	if r.Value < 2100 || r != r.within() {
		t.Errorf("found %v", r)
	}
}
