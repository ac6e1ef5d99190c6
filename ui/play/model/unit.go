package model

import "strconv"

// Scored returns a score in the unit of the mode: "1 point", "2 rounds".
func (m *Match) Scored(score int) string {
	one, many := "point", "points"
	if m.Setup.Mode.Rounds() {
		one, many = "round", "rounds"
	}
	if score == 1 {
		many = one
	}
	return strconv.Itoa(score) + " " + many
}

// ScoreTitle is the heading of a score column, in at most five columns.
func (m *Match) ScoreTitle() string {
	if m.Setup.Mode.Rounds() {
		return "won"
	}
	return "score"
}
