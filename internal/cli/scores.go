package cli

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"dogfight/assets"
	"dogfight/internal/command"
	"dogfight/internal/config"
	"dogfight/internal/fleet/overnats"
	"dogfight/internal/records"
)

// newScores returns the command that prints the records.
func newScores(p *program) *cobra.Command {
	var asJSON, me, waves bool
	var limit int
	var backup string
	var l lapsAsked
	var fleet overnats.Options
	c := command.New("scores [flags]", "Print the records: the best players and the last matches", noWords,
		func(c *cobra.Command, _ []string) error {
			if c.Flags().Changed("backup") {
				return p.backUpScores(c, backup)
			}
			if err := first((&fleetFlags{Options: fleet}).check(), refuseIdle(c.Flags().Changed, []idle{
				{me, "waves laps arena verify", "does not go with --me"}, {waves, "laps arena verify", "does not go with --waves"},
			})); err != nil {
				return err
			}
			if fleet.URL != "" {
				return p.fleetScores(c, fleet, limit, asJSON)
			}
			if l.verify && !l.laps && !c.Flags().Changed("arena") {
				return p.verifyScores(limit, asJSON)
			}
			if l.laps || c.Flags().Changed("arena") {
				return p.laps(&l, limit, asJSON)
			}
			if waves {
				return p.waves(limit, asJSON)
			}
			return p.scores(limit, me, asJSON)
		})
	c.Example = "  dogfight scores\n  dogfight scores --me\n  dogfight scores --limit 5 --json\n  dogfight scores --verify\n  dogfight scores --laps --arena ring --verify\n  dogfight scores --backup records-copy.db\n  dogfight scores --fleet nats://10.0.0.1:4222"
	c.Flags().BoolVar(&l.laps, "laps", false, "print the best laps of races, by arena")
	c.Flags().StringVar(&l.arena, "arena", "", "the best laps in the arena `NAME` alone")
	c.Flags().BoolVar(&l.verify, "verify", false, "play the replays of the best laps and of your daily challenges again, and print which are proven; with --laps the laps alone")
	c.Flags().BoolVar(&waves, "waves", false, "print the best results in each campaign of the mode waves")
	c.Flags().BoolVar(&me, "me", false, "print your career: rating, ships and guns, medals, rivals, last matches")
	c.Flags().BoolVar(&asJSON, "json", false, "print them as a line of JSON")
	c.Flags().IntVar(&limit, "limit", config.ScoresListed, fmt.Sprintf("`N` players and matches to list at most, up to %d", records.MostListed))
	c.Flags().StringVar(&backup, "backup", "", "write a copy of the records to a new `FILE`, also while hosts use them")
	completes(c, "arena", assets.ArenaNamesIn(p.dirs.Arenas()))
	addFleet(c, &fleet)
	c.Flags().Lookup("fleet").Usage = "print the records of a fleet: `URL` of its hub, such as nats://10.0.0.1:4222"
	return c
}

func (p *program) scores(limit int, me, asJSON bool) error {
	if err := checkListed(limit); err != nil {
		return err
	}
	if me {
		return p.career(limit, asJSON)
	}
	scores, err := readScores(p.dirs, limit)
	if err != nil {
		return err
	}
	if !asJSON {
		_, err = fmt.Fprint(p.stdout, scores.Text(p.columns(), time.Local))
		return err
	}
	return json.NewEncoder(p.stdout).Encode(scores)
}

// backUpScores writes a copy of the records to a file.
func (p *program) backUpScores(c *cobra.Command, file string) error {
	if c.Flags().NFlag() > 1 {
		return command.Usagef("--backup: does not go with other flags")
	}
	p.ending.TakeTime() // there is a whole copy, or none
	if err := records.Backup(p.dirs.Records(), file); err != nil {
		return err
	}
	_, err := fmt.Fprintf(p.stdout, "%s: a whole copy of %s\n", file, p.dirs.Records())
	return err
}

// columns returns how wide the terminal is, or else as wide as the records are at least.
func (p *program) columns() int {
	width, _ := command.Columns(p.stdout)
	return max(width, config.ScoresWidth)
}

// career prints the player's own records.
func (p *program) career(limit int, asJSON bool) error {
	c, err := readCareer(p.dirs)
	switch {
	case err != nil:
		return err
	case asJSON:
		return json.NewEncoder(p.stdout).Encode(c)
	}
	fmt.Fprint(p.stdout, records.CareerText(c, limit, config.ScoresWidth, time.Local))
	return nil
}

// waves prints how far players have come.
func (p *program) waves(limit int, asJSON bool) error {
	list, err := records.ReadWaves(p.dirs.Records(), limit)
	switch {
	case err != nil:
		return err
	case asJSON:
		return json.NewEncoder(p.stdout).Encode(append([]records.BestWave{}, list...))
	}
	fmt.Fprint(p.stdout, records.WavesText(list, config.ScoresWidth, time.Local))
	return nil
}
