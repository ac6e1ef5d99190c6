// Package career is what a player's matches add up to: plain data, which internal/records
// reads from the records and screens show. It says what earns a medal, and what was better
// than last time.
package career

import "time"

// Career is what the records know of one player. All lists are bounded.
type Career struct {
	Name string `json:"name"` // the last that they flew under; "" if the records do not know them

	Sums
	Rating     float64 `json:"rating"` // 0: no rated match yet
	Deviation  float64 `json:"deviation"`
	BestRating float64 `json:"best_rating"`

	LongestStreak int `json:"longest_streak"` // kills without a death
	WinsInARow    int `json:"wins_in_a_row"`  // now; a match that was left ends them
	MostWins      int `json:"most_wins_in_a_row"`

	Ratings []Point  `json:"ratings"`      // after each rated match, the oldest first
	Classes []Arm    `json:"classes"`      // the most flown first
	Weapons []Arm    `json:"weapons"`      // likewise
	Medals  []Earned `json:"medals"`       // all there are, in the order of Medals
	Rivals  []Rival  `json:"rivals"`       // who met most, first
	Last    []Match  `json:"last_matches"` // the last first
}

// Sums are those of all matches.
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

// How many of each a Career has at most.
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

// Arm is what was done with one class of ship or one weapon. Deaths are those of the ship
// that had it.
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

// Rival is somebody whom the player destroyed, or who destroyed them.
type Rival struct {
	Identity string `json:"identity,omitempty"` // "": a bot, or known by name alone
	Name     string `json:"name"`
	Bot      bool   `json:"bot"`
	Kills    int    `json:"kills"`  // how often they were destroyed
	Deaths   int    `json:"deaths"` // how often they destroyed the player
}

// Match is what is kept of a player's part in a match.
type Match struct {
	Started  time.Time `json:"started"`
	Lasted   float64   `json:"lasted"` // seconds
	Arena    string    `json:"arena"`
	Mode     string    `json:"mode"`
	Host     string    `json:"host,omitempty"`  // where it was played; "": on this machine
	Event    string    `json:"event,omitempty"` // what it was part of
	Finished bool      `json:"finished"`
	Won      bool      `json:"won"`

	People int     `json:"people"` // with a ship, the player among them
	Bots   int     `json:"bots"`
	Skill  float64 `json:"bot_skill"` // of the bots, on average; 0 if there are none, or it is not known
	Place  int     `json:"place"`     // by score, from 1; 0: not known, or left before the end
	Ships  int     `json:"ships"`     // among how many

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
	Behind     int  `json:"behind"` // points, at most, behind the best

	Rating    float64  `json:"rating"` // after it; 0: it was not rated
	Deviation float64  `json:"deviation"`
	Medals    []string `json:"medals,omitempty"` // by name
}

// Accuracy is the share of shots that hit, in percent, and false if there were none. Three
// shots may hit two ships each, hence the limit.
func Accuracy(hits, shots int) (percent int, known bool) {
	if shots == 0 {
		return 0, false
	}
	return min(100*hits/shots, 100), true
}

// KD is kills by deaths, in tenths. Without a death it is the kills.
func KD(kills, deaths int) (tenths int) { return (20*kills/max(deaths, 1) + 1) / 2 }
