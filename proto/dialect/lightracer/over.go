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

func parseOver(rest string) (Reply, error) {
	var m Over
	for id, points := range entries(rest) {
		var score Score
		var err error
		if score.ID, err = number("OVER id", id); err != nil {
			return nil, err
		}
		if score.Points, err = number("OVER score", points); err != nil {
			return nil, err
		}
		m.Scores = append(m.Scores, score)
	}
	return &m, nil
}
