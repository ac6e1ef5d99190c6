package cli

import (
	"dogfight/internal/config"
	"dogfight/internal/records"
	"dogfight/internal/replays"
)

// readScores reads the records, with the names of the replays that are there of matches.
func readScores(dirs config.Dirs, limit int) (*records.Scores, error) {
	scores, err := records.ReadScores(dirs.Records(), limit)
	if err != nil {
		return nil, err
	}
	names := map[string]string{}
	list, _ := replays.Folder{Path: dirs.Replays()}.List() // none, where that cannot be read
	for i := range list {
		names[records.ReplayKey(list[i].Head.Host, list[i].Head.Number)] = list[i].Name
	}
	for i := range scores.Matches {
		m := &scores.Matches[i]
		m.Replay = names[m.Replay]
	}
	return scores, nil
}
