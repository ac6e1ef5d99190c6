package lightracer

// Over says that the match is decided, with all scores.
type Over struct {
	Scores []Score // of all pilots, the best first
}

// Score says what a Player has scored.
type Score struct {
	ID     int32
	Points int32
}

// Append appends the line and its end.
func (m *Over) Append(b []byte) []byte {
	b = append(b, "OVER"...)
	for i, score := range m.Scores {
		b = append(appendNumber(append(b, separator(i)), score.ID), ' ')
		b = appendNumber(b, score.Points)
	}
	return endLine(b)
}
