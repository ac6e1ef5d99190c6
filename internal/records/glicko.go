package records

import "math"

// Rating says how good a pilot is, and how sure of that we are: by Glicko-2, on
// the scale of Glicko, where 1500 is average and of two pilots 200 points apart the
// better one wins three times of four.
//
// Source: Mark E. Glickman, "Example of the Glicko-2 system", Boston University,
// 2022, glicko.net/glicko/glicko2.pdf. The steps below are those of that paper.
type Rating struct {
	Value      float64
	Deviation  float64 // standard deviation of the value: he is within two of them, 19 times of 20
	Volatility float64 // how much his form is expected to change in a match
}

// unrated is the rating of somebody of whom nothing is known (step 1).
var unrated = Rating{Value: 1500, Deviation: 350, Volatility: 0.06}

const (
	constraint = 0.5      // tau: how fast the volatility changes; 0.3 to 1.2 are sensible
	scale      = 173.7178 // of Glicko in units of Glicko-2 (step 2)
	tolerance  = 1e-6     // of the volatility

	// Within these a rating stays whatever is played. A deviation of less than 30
	// would not let a rating follow who gets better.
	leastValue, mostValue           = 0, 4000
	leastDeviation, mostDeviation   = 30, 350
	leastVolatility, mostVolatility = 0.01, 0.2
)

// game is one result against one opponent.
type game struct {
	against Rating
	score   float64 // 1 won, 0.5 drawn, 0 lost
}

// after returns the rating after a period in which these games were played.
func (r Rating) after(games []game) Rating {
	if len(games) == 0 {
		return r
	}
	mu, phi := (r.Value-unrated.Value)/scale, r.Deviation/scale
	certainty, surplus := 0.0, 0.0 // 1/v of step 3, and delta/v of step 4
	for i := range games {
		weight, expected := games[i].weigh(mu)
		certainty += weight * weight * expected * (1 - expected)
		surplus += weight * (games[i].score - expected)
	}
	certainty = max(certainty, 1e-9) // of somebody who cannot lose nothing is learnt
	sigma := newVolatility(r.Volatility, phi, 1/certainty, surplus/certainty)
	before := math.Hypot(phi, sigma)                 // step 6
	phi = 1 / math.Sqrt(1/(before*before)+certainty) // step 7
	mu += phi * phi * surplus
	return Rating{scale*mu + unrated.Value, scale * phi, sigma}.within() // step 8
}

// weigh returns g and E of step 3: how much the result counts, the opponent's
// rating being unsure, and what it is expected to be.
func (g *game) weigh(mu float64) (weight, expected float64) {
	phi := g.against.Deviation / scale
	weight = 1 / math.Sqrt(1+3*phi*phi/(math.Pi*math.Pi))
	expected = 1 / (1 + math.Exp(-weight*(mu-(g.against.Value-unrated.Value)/scale)))
	return weight, expected
}

// newVolatility is step 5: it finds the zero of f by the Illinois algorithm.
func newVolatility(sigma, phi, v, delta float64) float64 {
	a := math.Log(sigma * sigma)
	f := func(x float64) float64 {
		e := math.Exp(x)
		d := phi*phi + v + e
		return e*(delta*delta-d)/(2*d*d) - (x-a)/(constraint*constraint)
	}
	low, high := a, math.Log(max(delta*delta-phi*phi-v, math.SmallestNonzeroFloat64))
	if delta*delta <= phi*phi+v {
		for high = a - constraint; f(high) < 0; high -= constraint {
		}
	}
	atLow, atHigh := f(low), f(high)
	for rounds := 0; math.Abs(high-low) > tolerance && rounds < 100; rounds++ {
		next := low + (low-high)*atLow/(atHigh-atLow)
		atNext := f(next)
		if atNext*atHigh <= 0 {
			low, atLow = high, atHigh
		} else {
			atLow /= 2
		}
		high, atHigh = next, atNext
	}
	return math.Exp(low / 2)
}

// within returns the rating with everything within its limits.
func (r Rating) within() Rating {
	return Rating{
		min(max(r.Value, leastValue), mostValue),
		min(max(r.Deviation, leastDeviation), mostDeviation),
		min(max(r.Volatility, leastVolatility), mostVolatility),
	}
}
