package records

import (
	"cmp"
	"maps"
	"slices"
	"time"
)

// botRatings are those of bots by their skill, which counts from 1. They never
// change. The bots' own tournament gives the distance: level 5 wins nine duels of
// ten against level 3, and so is some 400 points above it.
var botRatings = [...]float64{1: 1100, 2: 1300, 3: 1500, 4: 1700, 5: 1900}

// botDeviation is how sure the ratings of bots are.
const botDeviation = 50

// leastShare is which part of a match one must have flown, one in so many, for it to
// change ratings: who came for its last seconds has not lost it.
const leastShare = 4

// contender is one side of every result of a match.
type contender struct {
	pilot *known // nil: somebody whose rating does not change
	Rating
	team  uint8
	score int32
}

// rate brings the ratings of the pilots up to date. A match is a rating period, in
// which everybody has played everybody who was not in his team, and everybody was
// rated as before. Alone, the higher score has won; teams win for all who are in
// them. Who left early has what score he had then.
func (m *Match) rate(pilots map[string]*known) {
	if !m.Finished || m.Unrated {
		return
	}
	sides := m.contenders(pilots)
	for i := range sides {
		if self := &sides[i]; self.pilot != nil {
			self.pilot.Rating = self.Rating.after(m.games(sides, self))
		}
	}
}

// contenders returns who counts, each pilot once.
func (m *Match) contenders(pilots map[string]*known) (sides []contender) {
	least := m.Lasted / leastShare
	for i := range m.Flights {
		f := &m.Flights[i]
		if f.Skill > 0 && f.Flown >= least {
			skill := min(f.Skill, len(botRatings)-1)
			sides = append(sides, contender{nil, Rating{Value: botRatings[skill], Deviation: botDeviation}, f.Team, f.Score})
		}
	}
	for _, identity := range slices.Sorted(maps.Keys(pilots)) { // sums of fractions depend on their order
		p := pilots[identity]
		if sum := m.sum(identity); sum.Flown >= max(least, time.Millisecond) {
			sides = append(sides, contender{p, p.Rating, sum.Team, sum.Score})
		}
	}
	return sides
}

// games returns what one side has played.
func (m *Match) games(sides []contender, self *contender) (games []game) {
	for i := range sides {
		other := &sides[i]
		if other == self || self.team != 0 && other.team == self.team {
			continue
		}
		outcome := cmp.Compare(self.score, other.score)
		if self.team != 0 {
			outcome = cmp.Compare(m.TeamScores[self.team], m.TeamScores[other.team])
		}
		games = append(games, game{other.Rating, float64(outcome+1) / 2})
	}
	return games
}
