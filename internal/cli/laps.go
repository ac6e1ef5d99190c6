package cli

import (
	"encoding/json"
	"fmt"
	"time"

	"dogfight/assets"
	"dogfight/internal/command"
	"dogfight/internal/config"
	"dogfight/internal/records"
)

// lapsAsked is which laps to print, and whether to check them.
type lapsAsked struct {
	laps, verify bool
	arena        string
}

// laps prints the best laps. It fails if one of them was to hold and does not.
func (p *program) laps(asked *lapsAsked, limit int, asJSON bool) error {
	if err := checkListed(limit); err != nil {
		return err
	}
	list, err := records.ReadLaps(p.dirs.Records(), asked.arena, limit)
	if err != nil {
		return err
	}
	if _, unknown := assets.ArenaIn(p.dirs.Arenas(), asked.arena); len(list) == 0 && asked.arena != "" && unknown != nil {
		return command.Usagef("--arena: %w", unknown)
	}
	var v verdict
	if asked.verify {
		v.verifyLaps(list)
	}
	if asJSON {
		err = json.NewEncoder(p.stdout).Encode(append([]records.RankedLap{}, list...))
	} else {
		_, err = fmt.Fprint(p.stdout, records.LapsText(list, config.ScoresWidth, time.Local))
	}
	return first(err, v.err())
}
