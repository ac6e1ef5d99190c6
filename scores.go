package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"dogfight/stats"
	"dogfight/ui"
)

// scoresWidth is how many columns scores takes where nobody knows of a screen.
const scoresWidth = 80

// usualScores is how many pilots and matches are listed unless somebody wants more.
const usualScores = 20

// runScores prints the records.
func runScores(_ context.Context, p *program, args []string) error {
	fs := newFlags("scores")
	asJSON := fs.Bool("json", false, "print them as a line of JSON")
	limit := fs.Int("limit", usualScores, fmt.Sprintf("pilots and matches to list at most, up to %d", stats.MostListed))
	if err := p.parse(fs, args, 0); err != nil {
		return err
	}
	if *limit < 1 || *limit > stats.MostListed {
		return usagef("--limit: expected 1 to %d, %d came", stats.MostListed, *limit)
	}
	if !*asJSON {
		return writeScores(p.stdout, *limit)
	}
	scores, err := stats.ReadScores(recordsFile(), *limit)
	if err != nil {
		return err
	}
	return json.NewEncoder(p.stdout).Encode(scores)
}

// writeScores writes the records as plain text of 80 columns.
func writeScores(w io.Writer, limit int) error {
	text, err := scoresText(limit)
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, text)
	return err
}

func scoresText(limit int) (string, error) {
	scores, err := stats.ReadScores(recordsFile(), limit)
	if err != nil {
		return "", err
	}
	return scores.Text(scoresWidth, time.Local), nil
}

// readRecords is the ui's Records.
func readRecords() (ui.Records, error) {
	scores, err := stats.ReadScores(recordsFile(), ui.MostRecords)
	if err != nil {
		return nil, err
	}
	return func(width int) string { return scores.Text(width, time.Local) }, nil
}
