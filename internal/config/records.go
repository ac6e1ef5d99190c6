package config

import (
	"time"

	"dogfight/internal/records"
)

// ScoresWidth is how many columns the records take where the width of the screen is not known.
const ScoresWidth = 80

// ScoresListed is how many pilots and matches are listed unless more are asked for.
const ScoresListed = 20

// ScoresText returns the records as plain text.
func (d Dirs) ScoresText(limit, width int) (string, error) {
	scores, err := records.ReadScores(d.Records(), limit)
	if err != nil {
		return "", err
	}
	return scores.Text(width, time.Local), nil
}
