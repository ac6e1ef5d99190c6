package cli

import (
	"time"

	"dogfight/game/career"
	"dogfight/internal/config"
	"dogfight/internal/records"
	"dogfight/ui"
)

// readRecords is the ui's Records.
func readRecords(dirs config.Dirs) (ui.Records, error) {
	scores, err := readScores(dirs, ui.MostRecords)
	if err != nil {
		return nil, err
	}
	return func(width int) string { return scores.Text(width, time.Local) }, nil
}

// readCareer is the ui's Career.
func readCareer(dirs config.Dirs) (*career.Career, error) {
	return records.ReadCareer(dirs.Records(), dirs.Identities())
}
