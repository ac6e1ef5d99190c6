package cli

import (
	"time"

	"dogfight/internal/career"
	"dogfight/internal/home"
	"dogfight/internal/stats"
	"dogfight/ui"
)

// readRecords is the ui's Records.
func readRecords(dirs home.Dirs) (ui.Records, error) {
	scores, err := readScores(dirs, ui.MostRecords)
	if err != nil {
		return nil, err
	}
	return func(width int) string { return scores.Text(width, time.Local) }, nil
}

// readCareer is the ui's Career.
func readCareer(dirs home.Dirs) (*career.Career, error) {
	return stats.ReadCareer(dirs.Records(), dirs.Identities())
}
