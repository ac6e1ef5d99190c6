package cli

import (
	"math"
	"slices"

	"dogfight/game"
)

// Table is what matches came to. Shares are of 1: of the points of all ships in all
// matches. All numbers are rounded to four places.
type table struct {
	Pairs   []Pair             `json:"pairs"` // by class, then weapon
	Classes map[string]float64 `json:"classes"`
	Weapons map[string]float64 `json:"weapons"`

	KillsPerMinute float64 `json:"kills_per_minute"`
	// Closeness is 1 - (first - second) / first, of the two highest scores of a
	// match, on average; 0 for a match in which nobody has points.
	Closeness float64 `json:"closeness"`
	// LeadChanges is how often in a match the lead went from one ship to another,
	// on average. A lead that is shared does not count as one.
	LeadChanges float64 `json:"lead_changes"`
}

// Pair is how a class did with a weapon.
type Pair struct {
	Class  string  `json:"class"`
	Weapon string  `json:"weapon"`
	Share  float64 `json:"share"`
	Wins   int     `json:"wins"` // matches in which it alone had the most points
}

// tabulate adds up the results.
func tabulate(s *game.Setup, results []result) table {
	var all, kills, ticks, leads int64
	points, wins := make([]int64, pairs(s)), make([]int, pairs(s))
	closeness := 0.0
	for _, r := range results {
		for pair, n := range r.points {
			points[pair] += n
			all += n
		}
		if r.winner >= 0 {
			wins[r.winner]++
		}
		kills, ticks, leads = kills+r.kills, ticks+r.ticks, leads+r.leads
		closeness += r.closeness()
	}
	matches := max(float64(len(results)), 1)
	t := table{
		Classes: map[string]float64{}, Weapons: map[string]float64{},
		KillsPerMinute: rounded(float64(kills) * 60 * game.TickRate / float64(max(ticks, 1))),
		Closeness:      rounded(closeness / matches),
		LeadChanges:    rounded(float64(leads) / matches),
	}
	for pair := range points {
		class, weapon := s.Classes[pair/len(s.Weapons)].Name, s.Weapons[pair%len(s.Weapons)].Name
		share := float64(points[pair]) / float64(max(all, 1))
		t.Pairs = append(t.Pairs, Pair{class, weapon, rounded(share), wins[pair]})
		t.Classes[class] = rounded(t.Classes[class] + share)
		t.Weapons[weapon] = rounded(t.Weapons[weapon] + share)
	}
	return t
}

func rounded(v float64) float64 { return math.Round(v*1e4) / 1e4 }

// closeness returns how near the second came to the first, 0 to 1.
func (r *result) closeness() float64 {
	sorted := slices.Sorted(slices.Values(r.points))
	first, second := sorted[len(sorted)-1], int64(0)
	if len(sorted) > 1 {
		second = max(sorted[len(sorted)-2], 0)
	}
	if first <= 0 {
		return 0
	}
	return float64(second) / float64(first)
}
