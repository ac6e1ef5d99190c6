package cli

import (
	"encoding/json"
	"fmt"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/internal/home"
	"dogfight/internal/laps"
	"dogfight/internal/stats"
)

// lapsAsked is which laps to print, and whether to check them.
type lapsAsked struct {
	laps, verify bool
	arena        string
}

// laps prints the best laps. It fails if one of them was to hold and does not.
func (p *program) laps(asked *lapsAsked, limit int, asJSON bool) error {
	if limit < 1 || limit > stats.MostListed {
		return usagef("--limit: must be 1 to %d, got %d", stats.MostListed, limit)
	}
	list, err := stats.ReadLaps(home.Records(), asked.arena, limit)
	if err != nil {
		return err
	}
	refused := 0
	if asked.verify {
		refused = verify(list)
	}
	if asJSON {
		err = json.NewEncoder(p.stdout).Encode(append([]stats.RankedLap{}, list...))
	} else {
		fmt.Fprint(p.stdout, stats.LapsText(list, home.ScoresWidth, time.Local))
	}
	if err == nil && refused > 0 {
		err = fmt.Errorf("%d of %d laps do not hold", refused, len(list))
	}
	return err
}

// verify flies each lap again, and returns how many do not hold.
func verify(list []stats.RankedLap) (refused int) {
	classes, weapons := assets.Classes(), assets.Weapons()
	for i := range list {
		l := &list[i]
		claimed := laps.Lap{Slot: l.Slot, Class: l.Class, Took: game.Tick(l.Ticks)}
		l.Verified = "yes"
		if err := laps.Check(l.Proof, l.Course, classes, weapons, claimed, l.Identity); err != nil {
			l.Verified = "no: " + err.Error()
			refused++
		}
	}
	return refused
}
