package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"dogfight/internal/command"
	"dogfight/internal/fleet"
	"dogfight/internal/fleet/overnats"
)

// fleetScores prints the records of a fleet.
func (p *program) fleetScores(c *cobra.Command, o overnats.Options, limit int, asJSON bool) error {
	if err := refuseIdle(c.Flags().Changed, []idle{{true, "laps arena verify waves me", "is of the records on this machine, and goes with no --fleet"}}); err != nil {
		return err
	}
	if limit < 0 || limit > fleet.MostScores {
		return command.Usagef("--limit: must be 0 to %d with --fleet, got %d", fleet.MostScores, limit)
	}
	return p.askFleet(c.Context(), o, func(ctx context.Context, bus *overnats.Conn) error {
		scores, err := fleet.AskScores(ctx, bus, limit)
		if err != nil {
			return p.whyNoRecords(bus, o.URL, err)
		}
		if asJSON {
			return json.NewEncoder(p.stdout).Encode(scores)
		}
		_, err = fmt.Fprint(p.stdout, scores.Text(p.columns(), time.Local))
		return err
	})
}

// whyNoRecords says in one line why the records of a fleet could not be asked.
func (p *program) whyNoRecords(c *overnats.Conn, url string, err error) error {
	if c.Up() {
		return fmt.Errorf("no hub at %s answers for its records: it runs with --records none, or --fleet-key is of a role that may not ask this", url)
	}
	return p.whyNoFleet(c, url, err)
}
