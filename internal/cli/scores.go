package cli

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"dogfight/internal/home"
	"dogfight/internal/stats"
)

// newScores returns the command that prints the records.
func newScores(p *program) *cobra.Command {
	var asJSON bool
	var limit int
	c := p.command("scores [flags]", "Print the records: the best players and the last matches", noWords,
		func(*cobra.Command, []string) error { return p.scores(limit, asJSON) })
	c.Example = "  dogfight scores\n  dogfight scores --limit 5 --json"
	c.Flags().BoolVar(&asJSON, "json", false, "print them as a line of JSON")
	c.Flags().IntVar(&limit, "limit", home.ScoresListed, fmt.Sprintf("`N` players and matches to list at most, up to %d", stats.MostListed))
	return c
}

func (p *program) scores(limit int, asJSON bool) error {
	if limit < 1 || limit > stats.MostListed {
		return usagef("--limit: must be 1 to %d, got %d", stats.MostListed, limit)
	}
	if !asJSON {
		text, err := home.ScoresText(limit, home.ScoresWidth)
		fmt.Fprint(p.stdout, text)
		return err
	}
	scores, err := stats.ReadScores(home.Records(), limit)
	if err != nil {
		return err
	}
	return json.NewEncoder(p.stdout).Encode(scores)
}
