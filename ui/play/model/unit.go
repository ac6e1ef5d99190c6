package model

import "strconv"

// Scored returns a score in what the mode of the match counts: "1 point", "2 rounds".
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

// ScoreTitle is what stands above a column of scores, in five columns at most.
func (m *Match) ScoreTitle() string {
	if m.Setup.Mode.Rounds() {
		return "won"
	}
	return "score"
}
