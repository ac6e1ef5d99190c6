package records

import (
	"cmp"
	"database/sql"
	"errors"
	"maps"
	"math"
	"slices"
	"time"

	"dogfight/game/career"
)

// Rating is the skill of a pilot and its uncertainty by Glicko-2, on the scale of Glicko: 1500 is average, and of two pilots 200 points apart
// the better one wins three of four matches.
//
// Source: Mark E. Glickman, "Example of the Glicko-2 system", Boston University, 2022, glicko.net/glicko/glicko2.pdf. The steps below are those
// of that paper.
type Rating struct {
	Value      float64
	Deviation  float64 // standard deviation of the value
	Volatility float64 // expected change of the skill in a match
}

// unrated is the rating of a new pilot (step 1).
var unrated = Rating{Value: 1500, Deviation: 350, Volatility: 0.06}

const (
	constraint = 0.5      // tau: limits changes of the volatility; 0.3 to 1.2 are reasonable
	scale      = 173.7178 // of Glicko in units of Glicko-2 (step 2)
	tolerance  = 1e-6     // of the volatility

	// Bounds of every rating. With a deviation below 30, a rating could not follow an improving pilot.
	minValue, maxValue           = 0, 4000
	minDeviation, maxDeviation   = 30, 350
	minVolatility, maxVolatility = 0.01, 0.2
)

// game is one result against one opponent.
type game struct {
	against Rating
	score   float64 // 1 won, 0.5 drawn, 0 lost
}

// after returns the rating after a rating period with these games.
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
	certainty = max(certainty, 1e-9) // an opponent may be unable to lose
	sigma := newVolatility(r.Volatility, phi, 1/certainty, surplus/certainty)
	before := math.Hypot(phi, sigma)                 // step 6
	phi = 1 / math.Sqrt(1/(before*before)+certainty) // step 7
	mu += phi * phi * surplus
	return Rating{scale*mu + unrated.Value, scale * phi, sigma}.within() // step 8
}

// weigh returns g and E of step 3: the weight of the result, given the uncertainty of the opponent's rating, and the expected score.
func (g *game) weigh(mu float64) (weight, expected float64) {
	phi := g.against.Deviation / scale
	weight = 1 / math.Sqrt(1+3*phi*phi/(math.Pi*math.Pi))
	expected = 1 / (1 + math.Exp(-weight*(mu-(g.against.Value-unrated.Value)/scale)))
	return weight, expected
}

// newVolatility is step 5: the Illinois algorithm finds the zero of f.
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

// within returns the rating clamped to its bounds.
func (r Rating) within() Rating {
	return Rating{
		min(max(r.Value, minValue), maxValue),
		min(max(r.Deviation, minDeviation), maxDeviation),
		min(max(r.Volatility, minVolatility), maxVolatility),
	}
}

// botRatings are the constant ratings of bots by skill, from 1. In the tournament of bots, level 5 wins nine of ten duels against level 3, a
// distance of about 400 points.
var botRatings = [...]float64{1: 1100, 2: 1300, 3: 1500, 4: 1700, 5: 1900}

// botDeviation is the deviation of the ratings of bots.
const botDeviation = 50

// minShare is the part of a match, as a divisor, that a pilot must fly for a change of rating: joining for the last seconds is no
// defeat.
const minShare = 4

// contender is one side of the games of a match.
type contender struct {
	pilot *known // nil: the rating does not change
	Rating
	team  uint8
	score int32
}

// rate updates the ratings of the pilots. A match is a rating period with a game between each two pilots of different teams, at their earlier
// ratings. The higher score wins; in teams, the score of the team. After leaving early, a pilot keeps the score of that time.
func rate(m *career.Match, pilots map[string]*known) {
	if !m.Finished || m.Unrated {
		return
	}
	sides := contenders(m, pilots)
	for i := range sides {
		if self := &sides[i]; self.pilot != nil {
			self.pilot.Rating = self.Rating.after(games(m, sides, self))
		}
	}
}

// contenders returns the rated sides, each pilot once.
func contenders(m *career.Match, pilots map[string]*known) (sides []contender) {
	least := m.Lasted / minShare
	for i := range m.Flights {
		f := &m.Flights[i]
		if f.Skill > 0 && f.Flown >= least {
			skill := min(f.Skill, len(botRatings)-1)
			sides = append(sides, contender{nil, Rating{Value: botRatings[skill], Deviation: botDeviation}, f.Team, f.Score})
		}
	}
	for _, identity := range slices.Sorted(maps.Keys(pilots)) { // floating-point sums depend on their order
		p := pilots[identity]
		if sum := m.Sum(identity); sum.Flown >= max(least, time.Millisecond) {
			sides = append(sides, contender{p, p.Rating, sum.Team, sum.Score})
		}
	}
	return sides
}

// games returns the games of one side. A draw without a point decides nothing and is none.
func games(m *career.Match, sides []contender, self *contender) (games []game) {
	for i := range sides {
		other := &sides[i]
		if other == self || self.team != 0 && other.team == self.team {
			continue
		}
		own, theirs := self.score, other.score
		if self.team != 0 {
			own, theirs = m.TeamScores[self.team], m.TeamScores[other.team]
		}
		if own != 0 || theirs != 0 {
			games = append(games, game{other.Rating, float64(cmp.Compare(own, theirs)+1) / 2})
		}
	}
	return games
}

// RatingOf returns the rating of the player with these keys, by the key with the most matches, and whether it is known.
func (s *Store) RatingOf(identities []string) (r Rating, known bool, err error) {
	marks, args := inList(identities)
	err = s.db.QueryRow(`SELECT rating, deviation, volatility FROM pilots WHERE identity IN (`+marks+`) ORDER BY matches DESC, id LIMIT 1`, args...).
		Scan(&r.Value, &r.Deviation, &r.Volatility)
	if errors.Is(err, sql.ErrNoRows) {
		return r, false, nil
	} else if err != nil {
		return r, false, explain(s.path, err)
	}
	return r, r.Deviation < unrated.Deviation, nil
}
