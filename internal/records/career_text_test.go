package records

import (
	"strings"
	"testing"
	"time"

	"github.com/rivo/uniseg"

	"dogfight/game/career"
)

func TestCareerAsText(t *testing.T) {
	statsOnBoth(t, func(t *testing.T, newStore func(*testing.T) *Store) {
		s := newStore(t)
		s.mustAdd(t, aFineMatch())
		lost := aFineMatch()
		lost.Started, lost.Flights[0].Won, lost.Flights[0].Score, lost.Flights[0].Place = began.Add(time.Hour), false, 1, 3
		s.mustAdd(t, lost)
		want := `Ann, rating 1415 +-384, best 1739
over 2 rated matches: 1739 1415
2 matches, 1 won, 1 in a row at most, 0 now, flown 10m0s
K/D/A 8/4/2, K/D 2.0, hits 25%, damage 46, taken 22, best streak 6

SHIP   HITS  K/D  KILLS  DEATHS  DAMAGE  FLOWN
scout   25%  2.0      8       4      46  10m0s

GUN     HITS  K/D  KILLS  DEATHS  DAMAGE  FLOWN
cannon   30%  3.0      6       2      40  6m40s
mines      -  1.0      2       2       6  3m20s

MEDAL           TIMES  FOR
First blood         2  the first kill of a match
Revenge             2  destroyed your killer within 10 s
Streak of five      2  five kills without a death
Comeback            1  won after 30 points behind

RIVAL  DESTROYED YOU  YOU DESTROYED
Vega               4              6  bot
Bob                0              2

STARTED           ARENA  MODE        PLACE  K/D/A  HITS  RATING
2026-11-21 20:10  open   deathmatch    3/3  4/2/1   25%    1415
2026-11-21 19:10  open   deathmatch    won  4/2/1   25%    1739
`
		if got := CareerText(s.mustKnow(t, "SHA256:ann"), 20, 80, time.UTC); got != want {
			t.Errorf("expected\n%s\nfound\n%s", want, got)
		}
		if got := CareerText(emptyCareer(), 20, 80, time.UTC); got != "No match of yours recorded yet.\n" {
			t.Errorf("found %q", got)
		}
	})
}

func TestCareerAsTextFitsAndIsLegible(t *testing.T) {
	c := emptyCareer()
	c.Name, c.Matches = "esc\x1b[2J日本のパイロット", 1
	for range 40 {
		c.Rivals = append(c.Rivals, career.Rival{Name: strings.Repeat("日本", 20) + "\x1b", Kills: 12345})
		c.Last = append(c.Last, career.Match{Arena: strings.Repeat("arena", 20), Mode: "deathmatch", Kills: 100, Deaths: 100, Assists: 100})
		c.Ratings = append(c.Ratings, career.Point{Rating: 1500})
	}
	for _, width := range []int{54, 80, 150} {
		text := CareerText(c, 5, width, time.UTC)
		for line := range strings.Lines(text) {
			if got := uniseg.StringWidth(strings.TrimSuffix(line, "\n")); got > width || strings.Contains(line, "\x1b") {
				t.Errorf("%d columns of %d: %q", got, width, line)
			}
		}
		if n := strings.Count(text, "arena"); n == 0 || strings.Count(text, "12345") != 5 {
			t.Errorf("expected five rivals and some arenas, found\n%s", text)
		}
	}
}
