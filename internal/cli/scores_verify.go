package cli

import (
	"encoding/json"
	"fmt"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/internal/command"
	"dogfight/internal/config"
	"dogfight/internal/records"
	"dogfight/internal/session"
)

// proven is all that the records have proofs of.
type proven struct {
	Laps    []records.RankedLap `json:"laps"`
	Dailies []records.RatedTry  `json:"dailies"`
}

// verdict is how many records hold, and do not.
type verdict struct{ verified, refused int }

// count counts a record, and returns what is said of it.
func (v *verdict) count(err error) string {
	if err != nil {
		v.refused++
		return "no: " + err.Error()
	}
	v.verified++
	return "yes"
}

// err is that of the command.
func (v *verdict) err() error {
	if v.refused == 0 {
		return nil
	}
	return fmt.Errorf("%d of %d records do not hold", v.refused, v.verified+v.refused)
}

// verifyLaps flies each lap again.
func (v *verdict) verifyLaps(list []records.RankedLap) {
	classes, weapons := assets.Classes(), assets.Weapons()
	for i := range list {
		l := &list[i]
		claimed := session.Lap{Slot: l.Slot, Class: l.Class, Took: game.Tick(l.Ticks)}
		l.Verified = v.count(session.CheckLap(l.Proof, l.Course, classes, weapons, claimed, l.Identity))
	}
}

// verifyDailies plays each try again that has a replay.
func (v *verdict) verifyDailies(list []records.RatedTry) {
	for i := range list {
		if t := &list[i]; t.Replay != nil {
			t.Verified = v.count(session.CheckChallenge(t))
		}
	}
}

// verifyScores plays again what laps and daily challenges were recorded. It fails if something does not hold.
func (p *program) verifyScores(limit int, asJSON bool) error {
	if err := checkListed(limit); err != nil {
		return err
	}
	var of proven
	var err error
	if of.Laps, err = records.ReadLaps(p.dirs.Records(), "", limit); err != nil {
		return err
	}
	if of.Dailies, err = records.ReadRatedTries(p.dirs.Records(), limit); err != nil {
		return err
	}
	var v verdict
	v.verifyLaps(of.Laps)
	v.verifyDailies(of.Dailies)
	if asJSON {
		of.Laps, of.Dailies = append([]records.RankedLap{}, of.Laps...), append([]records.RatedTry{}, of.Dailies...)
		err = json.NewEncoder(p.stdout).Encode(of)
	} else {
		text := ""
		if len(of.Laps) > 0 {
			text = records.LapsText(of.Laps, config.ScoresWidth, time.Local) + "\n"
		}
		if len(of.Dailies) > 0 {
			text += records.RatedTriesText(of.Dailies, config.ScoresWidth) + "\n"
		}
		_, err = fmt.Fprintf(p.stdout, "%s%d verified, %d failed\n", text, v.verified, v.refused)
	}
	return first(err, v.err())
}

// checkListed says that fewer or more are asked for than are listed.
func checkListed(limit int) error {
	if limit < 1 || limit > records.MostListed {
		return command.Usagef("--limit: must be 1 to %d, got %d", records.MostListed, limit)
	}
	return nil
}
