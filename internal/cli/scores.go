package cli

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/career"
	"dogfight/internal/command"
	"dogfight/internal/config"
	"dogfight/internal/fleet"
	"dogfight/internal/fleet/overnats"
	"dogfight/internal/records"
	"dogfight/internal/replays"
	"dogfight/internal/server"
	"dogfight/internal/session"
	"dogfight/sys"
)

// scoreFlags select the records to print.
type scoreFlags struct {
	json, me, waves, laps, verify bool
	limit                         int
	backup, arena                 string
	fleet                         overnats.Options
}

// newScores returns the command that prints the records.
func newScores(p *program) *cobra.Command {
	var f scoreFlags
	c := command.New("scores [flags]", "Print the records: the best players and the last matches", noWords,
		func(c *cobra.Command, _ []string) error { return p.scores(c, &f) })
	c.Example = "  dogfight scores\n  dogfight scores --me\n  dogfight scores --limit 5 --json\n  dogfight scores --verify\n  dogfight scores --laps --arena ring --verify\n  dogfight scores --backup records-copy.db\n  dogfight scores --fleet nats://10.0.0.1:4222"
	fs := c.Flags()
	fs.BoolVar(&f.laps, "laps", false, "print the best laps of races, by arena")
	fs.StringVar(&f.arena, "arena", "", "the best laps in the arena `NAME` alone")
	fs.BoolVar(&f.verify, "verify", false, "play the replays of the best laps and of your daily challenges again, and print which are proven; with --laps the laps alone")
	fs.BoolVar(&f.waves, "waves", false, "print the best results in each campaign of the mode waves")
	fs.BoolVar(&f.me, "me", false, "print your career: rating, ships and guns, medals, rivals, last matches")
	fs.BoolVar(&f.json, "json", false, "print them as a line of JSON")
	fs.IntVar(&f.limit, "limit", config.ScoresListed, fmt.Sprintf("`N` players and matches to list at most, up to %d", records.MostListed))
	fs.StringVar(&f.backup, "backup", "", "write a copy of the records to a new `FILE`, also while hosts use them")
	command.Completes(c, "arena", assets.ArenaNamesIn(p.dirs.Arenas())...)
	addFleet(c, &f.fleet)
	fs.Lookup("fleet").Usage = "print the records of a fleet: `URL` of its hub, such as nats://10.0.0.1:4222"
	return c
}

func (p *program) scores(c *cobra.Command, f *scoreFlags) error {
	given := c.Flags().Changed
	if given("backup") {
		return p.backUpScores(c, f.backup)
	}
	if err := first(checkFleet(&f.fleet, &server.FleetOptions{}), refuseIdle(given,
		idle{f.me, "waves laps arena verify", "does not go with --me"}, idle{f.waves, "laps arena verify", "does not go with --waves"},
		idle{f.fleet.URL != "", "laps arena verify waves me", "is of the records on this machine, and goes with no --fleet"},
	)); err != nil {
		return err
	}
	if f.fleet.URL != "" {
		return p.printFleetScores(c.Context(), f)
	}
	if err := checkRange("--limit", f.limit, 1, records.MostListed); err != nil {
		return err
	}
	switch {
	case f.laps || given("arena"):
		return p.printLaps(c.Context(), f)
	case f.verify:
		return p.verifyScores(c.Context(), f)
	case f.waves:
		list, err := records.ReadWaves(p.dirs.Records(), f.limit)
		if err != nil {
			return err
		}
		return p.print(f.json, append([]records.BestWave{}, list...), func() string { return records.WavesText(list, config.ScoresWidth, time.Local) })
	case f.me:
		c, err := sys.Await(func() (*career.Career, error) { return readCareer(p.dirs) }) // it may migrate the records first
		if err != nil {
			return err
		}
		return p.print(f.json, c, func() string { return records.CareerText(c, f.limit, config.ScoresWidth, time.Local) })
	}
	scores, err := readScores(p.dirs, f.limit)
	if err != nil {
		return err
	}
	return p.print(f.json, scores, func() string { return scores.Text(p.columns(), time.Local) })
}

// backUpScores writes a copy of the records to a file.
func (p *program) backUpScores(c *cobra.Command, file string) error {
	if c.Flags().NFlag() > 1 {
		return command.Usagef("--backup: does not go with other flags")
	}
	if err := records.Backup(p.dirs.Records(), file); err != nil {
		return err
	}
	_, err := fmt.Fprintf(p.stdout, "%s: a whole copy of %s\n", file, p.dirs.Records())
	return err
}

// columns returns the width of the terminal, and at least that of the records.
func (p *program) columns() int {
	width, _ := command.Columns(p.stdout)
	return max(width, config.ScoresWidth)
}

// printFleetScores prints the records of a fleet.
func (p *program) printFleetScores(ctx context.Context, f *scoreFlags) error {
	if f.limit < 0 || f.limit > fleet.MostScores {
		return command.Usagef("--limit: must be 0 to %d with --fleet, got %d", fleet.MostScores, f.limit)
	}
	return p.askFleet(ctx, f.fleet, func(ctx context.Context, bus *overnats.Conn) error {
		scores, err := fleet.AskScores(ctx, bus, f.limit)
		if err != nil {
			return p.recordsError(bus, f.fleet.URL, err)
		}
		return p.print(f.json, scores, func() string { return scores.Text(p.columns(), time.Local) })
	})
}

// readCareer reads the career of the user of this process.
func readCareer(dirs config.Dirs) (*career.Career, error) {
	return records.ReadCareer(dirs.Records(), dirs.Identities())
}

// readScores reads the records, with the names of the replays of matches.
func readScores(dirs config.Dirs, limit int) (*records.Scores, error) {
	scores, err := records.ReadScores(dirs.Records(), limit)
	if err != nil {
		return nil, err
	}
	names := map[string]string{}
	list, _ := replays.Folder{Path: dirs.Replays()}.List() // none if it cannot be read
	for i := range list {
		names[records.ReplayKey(list[i].Head.Host, list[i].Head.Number)] = list[i].Name
	}
	for i := range scores.Matches {
		m := &scores.Matches[i]
		m.Replay = names[m.Replay]
	}
	return scores, nil
}

// printLaps prints the best laps. It fails if it verifies them and one is not proven.
func (p *program) printLaps(ctx context.Context, f *scoreFlags) error {
	list, err := records.ReadLaps(p.dirs.Records(), f.arena, f.limit)
	if err != nil {
		return err
	}
	if _, unknown := assets.ArenaIn(p.dirs.Arenas(), f.arena); len(list) == 0 && f.arena != "" && unknown != nil {
		return aboutFlag("--arena", unknown)
	}
	var v verdict
	if f.verify {
		v.verifyLaps(ctx, list)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	err = p.print(f.json, append([]records.RankedLap{}, list...), func() string { return records.LapsText(list, config.ScoresWidth, time.Local) })
	return first(err, v.err())
}

// provenScores are all records that have replays as proofs.
type provenScores struct {
	Laps    []records.RankedLap `json:"laps"`
	Dailies []records.RatedTry  `json:"dailies"`
}

// verifyScores plays the replays of laps and daily challenges again. It fails if one is not proven.
func (p *program) verifyScores(ctx context.Context, f *scoreFlags) error {
	laps, err := records.ReadLaps(p.dirs.Records(), "", f.limit)
	if err != nil {
		return err
	}
	dailies, err := records.ReadRatedTries(p.dirs.Records(), f.limit)
	if err != nil {
		return err
	}
	var v verdict
	v.verifyLaps(ctx, laps)
	v.verifyDailies(ctx, dailies)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	scores := provenScores{append([]records.RankedLap{}, laps...), append([]records.RatedTry{}, dailies...)}
	err = p.print(f.json, scores, func() (text string) {
		if len(laps) > 0 {
			text = records.LapsText(laps, config.ScoresWidth, time.Local) + "\n"
		}
		if len(dailies) > 0 {
			text += records.RatedTriesText(dailies, config.ScoresWidth) + "\n"
		}
		return text + fmt.Sprintf("%d verified, %d failed\n", v.verified, v.refused)
	})
	return first(err, v.err())
}

// verdict counts the records that are proven, and those that are not.
type verdict struct{ verified, refused int }

// count counts a record and returns the text of its result.
func (v *verdict) count(err error) string {
	if err != nil {
		v.refused++
		return "no: " + err.Error()
	}
	v.verified++
	return "yes"
}

func (v *verdict) err() error {
	if v.refused == 0 {
		return nil
	}
	return fmt.Errorf("%d of %d records do not hold", v.refused, v.verified+v.refused)
}

func (v *verdict) verifyLaps(ctx context.Context, list []records.RankedLap) {
	classes, weapons := assets.Classes(), assets.Weapons()
	for i := range list {
		l := &list[i]
		claimed := session.Lap{Slot: l.Slot, Class: l.Class, Took: game.Tick(l.Ticks)}
		l.Verified = v.count(session.CheckLap(ctx, l.Proof, l.Course, classes, weapons, claimed, l.Identity))
	}
}

// verifyDailies verifies the tries that have a replay.
func (v *verdict) verifyDailies(ctx context.Context, list []records.RatedTry) {
	for i := range list {
		if t := &list[i]; t.Replay != nil {
			t.Verified = v.count(session.CheckChallenge(ctx, t))
		}
	}
}
