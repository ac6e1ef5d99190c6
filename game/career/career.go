// Package career is results of matches, and the sum of a player's: plain data that hosts count, internal/records stores, and
// screens show. It decides on medals, and compares a match with the last one.
package career

import (
	"cmp"
	"fmt"
	"slices"
	"time"
)

// Career is the records of one player. All lists are bounded.
type Career struct {
	Name string `json:"name"` // the last one; "" for an unknown player

	Sums
	Rating     float64 `json:"rating"` // 0 before the first rated match
	Deviation  float64 `json:"deviation"`
	BestRating float64 `json:"best_rating"`

	LongestStreak int `json:"longest_streak"` // kills without a death
	WinsInARow    int `json:"wins_in_a_row"`  // current; leaving a match ends it
	MostWins      int `json:"most_wins_in_a_row"`

	Ratings []Point  `json:"ratings"`      // after each rated match, the oldest first
	Classes []Arm    `json:"classes"`      // the most flown first
	Weapons []Arm    `json:"weapons"`      // likewise
	Medals  []Earned `json:"medals"`       // all medals, in the order of Medals
	Rivals  []Rival  `json:"rivals"`       // the most frequent first
	Last    []Result `json:"last_matches"` // the latest first
}

// Sums are totals over all matches.
type Sums struct {
	Matches int     `json:"matches"`
	Wins    int     `json:"wins"`
	Kills   int     `json:"kills"`
	Deaths  int     `json:"deaths"`
	Assists int     `json:"assists"`
	Shots   int     `json:"shots"` // aimed
	Hits    int     `json:"hits"`  // at foes
	Damage  int     `json:"damage"`
	Taken   int     `json:"damage_taken"`
	Items   int     `json:"items"`
	Seconds float64 `json:"seconds"` // with a ship
}

// Limits of a Career.
const (
	MostPoints = 400
	MostRivals = 50
	MostLast   = 100
)

// Point is a rating after a match.
type Point struct {
	At        time.Time `json:"at"`
	Rating    float64   `json:"rating"`
	Deviation float64   `json:"deviation"`
}

// Arm is the statistics of one class of ship or one weapon. Deaths are those of the ship with it.
type Arm struct {
	Name    string  `json:"name"`
	Matches int     `json:"matches,omitempty"`
	Shots   int     `json:"shots"`
	Hits    int     `json:"hits"`
	Kills   int     `json:"kills"`
	Deaths  int     `json:"deaths"`
	Damage  int     `json:"damage"`
	Seconds float64 `json:"seconds"`
}

// Rival is a pilot that the player destroyed, or that destroyed the player.
type Rival struct {
	Identity string `json:"identity,omitempty"` // "" for a bot, or if only the name is known
	Name     string `json:"name"`
	Bot      bool   `json:"bot"`
	Kills    int    `json:"kills"`  // by the player
	Deaths   int    `json:"deaths"` // of the player
}

// Result is a player's part in a match.
type Result struct {
	Started  time.Time `json:"started"`
	Lasted   float64   `json:"lasted"` // seconds
	Arena    string    `json:"arena"`
	Mode     string    `json:"mode"`
	Host     string    `json:"host,omitempty"`  // "" for this machine
	Event    string    `json:"event,omitempty"` // that it was part of
	Finished bool      `json:"finished"`
	Won      bool      `json:"won"`

	People int     `json:"people"` // with a ship, the player included
	Bots   int     `json:"bots"`
	Skill  float64 `json:"bot_skill"` // average of the bots; 0 for no bots, or unknown
	Place  int     `json:"place"`     // by score, from 1; 0 for unknown, or left early
	Ships  int     `json:"ships"`     // for comparison with Place

	Class   string  `json:"class"` // the last
	Weapon  string  `json:"weapon"`
	Seconds float64 `json:"seconds"` // with a ship

	Score      int  `json:"score"`
	Kills      int  `json:"kills"`
	Deaths     int  `json:"deaths"`
	Assists    int  `json:"assists"`
	Shots      int  `json:"shots"`
	Hits       int  `json:"hits"`
	Damage     int  `json:"damage"`
	Taken      int  `json:"damage_taken"`
	Streak     int  `json:"streak"`
	Items      int  `json:"items"`
	Barrels    int  `json:"barrels"`
	Crashes    int  `json:"crashes"`
	Revenges   int  `json:"revenges"`
	FirstBlood bool `json:"first_blood"`
	Behind     int  `json:"behind"` // most points behind the best

	Rating    float64  `json:"rating"` // afterwards; 0 if it was not rated
	Deviation float64  `json:"deviation"`
	Medals    []string `json:"medals,omitempty"` // by name
}

// Accuracy returns the share of shots that hit, in per cent; false without shots. A shot may hit two ships, hence the
// limit.
func Accuracy(hits, shots int) (percent int, known bool) {
	if shots == 0 {
		return 0, false
	}
	return min(100*hits/shots, 100), true
}

// KD returns kills / deaths, in tenths. Without a death it is the kills.
func KD(kills, deaths int) (tenths int) { return (20*kills/max(deaths, 1) + 1) / 2 }

// ranks are the ranks of pilots with the wins that they need.
var ranks = [...]struct {
	wins int
	name string
}{{0, "Cadet"}, {1, "Pilot"}, {3, "Wingman"}, {7, "Flight Lead"}, {15, "Captain"}, {30, "Major"}, {60, "Colonel"}, {100, "Ace"}}

// Rank returns the rank after a number of wins, the next one, or "", and the wins that it still needs.
func Rank(wins int) (name, next string, more int) {
	for _, r := range ranks {
		if r.wins > wins {
			return name, r.name, r.wins - wins
		}
		name = r.name
	}
	return name, "", 0
}

// Medal is an award for a match. It depends on the Match only.
type Medal struct {
	Name   string // in the records; never changed
	Title  string
	Rule   string // a few words
	earned func(m *Result) bool
}

// The conditions of the medals.
const (
	sharpshooterShots   = 30
	sharpshooterPercent = 40
	untouchableKills    = 3
	untouchableSeconds  = 60
	comebackPoints      = 30
	topGunShips         = 6
)

// Medals has all medals, in the order of lists. A match that was left can earn those that do not depend on its end.
var Medals = [...]Medal{
	{"first-blood", "First blood", "the first kill of a match", func(m *Result) bool { return m.FirstBlood }},
	{"revenge", "Revenge", "destroyed your killer within 10 s", func(m *Result) bool { return m.Revenges > 0 }},
	{"streak-5", "Streak of five", "five kills without a death", func(m *Result) bool { return m.Streak >= 5 }},
	{"streak-10", "Streak of ten", "ten kills without a death", func(m *Result) bool { return m.Streak >= 10 }},
	{"sharpshooter", "Sharpshooter", "40% of 30 shots or more hit", (*Result).sharp},
	{"untouchable", "Untouchable", "three kills, no death to the end", (*Result).untouched},
	{"comeback", "Comeback", "won after 30 points behind", func(m *Result) bool { return m.Won && m.Behind >= comebackPoints }},
	{"top-gun", "Top gun", "won against five ships or more", func(m *Result) bool { return m.Won && m.Score > 0 && m.Ships >= topGunShips }},
}

func (m *Result) sharp() bool {
	percent, _ := Accuracy(m.Hits, m.Shots)
	return m.Shots >= sharpshooterShots && percent >= sharpshooterPercent
}

func (m *Result) untouched() bool {
	return m.Finished && m.Deaths == 0 && m.Kills >= untouchableKills && m.Seconds >= untouchableSeconds
}

// Award sets the medals of the match.
func (m *Result) Award() {
	m.Medals = nil
	for i := range Medals {
		if Medals[i].earned(m) {
			m.Medals = append(m.Medals, Medals[i].Name)
		}
	}
}

// MedalNamed returns the medal with a name, or nil for one of a later version.
func MedalNamed(name string) *Medal {
	for i := range Medals {
		if Medals[i].Name == name {
			return &Medals[i]
		}
	}
	return nil
}

// Earned is a medal with the number of matches that earned it.
type Earned struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Rule  string `json:"rule"`
	Times int    `json:"times"`
}

// Earn returns all medals with their numbers.
func Earn(times map[string]int) (all []Earned) {
	for i := range Medals {
		m := &Medals[i]
		all = append(all, Earned{m.Name, m.Title, m.Rule, times[m.Name]})
	}
	return all
}

// News is the comparison of a player's new match with earlier ones.
type News struct {
	Result
	Before float64 // the rating before, if this is a rated match but not the first
	Wins   int     // of the career, this one included
	Last   *Result // the last one of the same mode, if possible in the same arena; nil for none
}

// gain is an improvement.
type gain struct {
	by   int // in per cent
	text string
}

// Better returns the improvements over the last match, the greatest first. Both matches must have been played to their
// end.
func (n *News) Better() (texts []string) {
	if n.Last == nil || !n.Finished || !n.Last.Finished {
		return nil
	}
	var gains []gain
	add := func(is, was int, format string, args ...any) {
		if is > was {
			gains = append(gains, gain{100 * (is - was) / max(was, 1), fmt.Sprintf(format, args...)})
		}
	}
	m, l := &n.Result, n.Last
	if is, shot := Accuracy(m.Hits, m.Shots); shot && m.Shots >= leastShots {
		if was, shot := Accuracy(l.Hits, l.Shots); shot {
			add(is, was, "accuracy %d%%, %d%% last time", is, was)
		}
	}
	add(m.Streak, l.Streak, "streak of %d, %d last time", m.Streak, l.Streak)
	add(m.Damage, l.Damage, "%d damage, %d last time", m.Damage, l.Damage)
	if is, was := KD(m.Kills, m.Deaths), KD(l.Kills, l.Deaths); m.Kills > 0 {
		add(is, was, "K/D %s, %s last time", Tenths(is), Tenths(was))
	}
	if m.Place > 0 && l.Place > 0 {
		add(ahead(m), ahead(l), "place %d of %d, %d of %d last time", m.Place, m.Ships, l.Place, l.Ships)
	}
	slices.SortStableFunc(gains, func(a, b gain) int { return cmp.Compare(b.by, a.by) })
	for _, g := range gains {
		texts = append(texts, g.text)
	}
	return texts
}

// Rank returns the new rank after a promotion, or the wins to the next one; "" for neither.
func (n *News) Rank() (text string, promoted bool) {
	is, next, more := Rank(n.Wins)
	if was, _, _ := Rank(n.Wins - 1); n.Won && was != is {
		return "promoted to " + is, true
	}
	switch {
	case next == "":
		return "", false
	case more == 1:
		return "1 win to rank " + next, false
	}
	return fmt.Sprintf("%d wins to rank %s", more, next), false
}

// leastShots is the least number of shots for a comparison of accuracies.
const leastShots = 10

// ahead returns the share of the others with a worse place, in per cent.
func ahead(m *Result) int { return 100 * (m.Ships - m.Place) / max(m.Ships-1, 1) }

// Tenths formats a number of tenths.
func Tenths(n int) string { return fmt.Sprintf("%d.%d", n/10, n%10) }
