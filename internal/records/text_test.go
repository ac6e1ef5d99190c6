package records

import (
	"strings"
	"testing"
	"time"

	"github.com/rivo/uniseg"
)

func someScores() *Scores {
	return &Scores{
		Pilots: []Standing{
			{Rank: 1, Name: "日本のパイロット", Rating: 1612.4, Deviation: 40, Matches: 120, Wins: 30, Kills: 12345, Deaths: 9876, Assists: 2345, Shots: 100, Hits: 25, Accuracy: 0.25},
			{Rank: 2, Name: "Ann", Rating: 1500, Deviation: 350, Matches: 1},
			{Rank: 3, Name: "esc\x1b[2J", Rating: 900, Deviation: 90, Matches: 7},
		},
		Matches: []Played{
			{Started: began, Seconds: 300, Arena: "open", Mode: "deathmatch", Pilots: 1, Bots: 7, Finished: true, Winners: []string{"日本のパイロット日本のパイロット"}},
			{Started: began, Seconds: 61, Arena: "expanse", Mode: "teams", Pilots: 64, Finished: true},
			{Started: began, Seconds: 3661, Arena: "duel", Mode: "deathmatch", Pilots: 2},
		},
	}
}

func TestScoresAreTablesOfTheirWidth(t *testing.T) {
	want := `#  PILOT                 RATING  MATCHES  WON            K/D/A  HITS
1  日本のパイロット   1612 +-80      120   30  12345/9876/2345   25%
2  Ann               1500 +-700        1    0            0/0/0     -
3  esc?[2J            900 +-180        7    0            0/0/0     -
sorted by lowest likely rating

STARTED          ARENA   MODE        TIME PILOTS BOTS WON BY
2026-11-21 19:10 open    deathmatch  5:00      1    7 日本のパイロット日~
2026-11-21 19:10 expanse teams       1:01     64    0 no one
2026-11-21 19:10 duel    deathmatch 61:01      2    0 (unfinished)
`
	if got := someScores().Text(74, time.UTC); got != want {
		t.Errorf("expected\n%s\nfound\n%s", want, got)
	}
}

func TestScoresFitIntoTheSmallestWindow(t *testing.T) {
	for _, width := range []int{54, 60, 80, 150} {
		for line := range strings.Lines(someScores().Text(width, time.UTC)) {
			if got := uniseg.StringWidth(strings.TrimSuffix(line, "\n")); got > width {
				t.Errorf("%d columns of %d: %s", got, width, line)
			}
		}
	}
}

func TestMissingRecordsAreReported(t *testing.T) {
	if got := (&Scores{}).Text(80, time.UTC); got != "No matches recorded yet.\n" {
		t.Errorf("found %q", got)
	}
}
