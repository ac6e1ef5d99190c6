package session

import (
	"fmt"
	"strings"
	"testing"

	"dogfight/internal/records"
)

// made is a try that was flown to its end.
func made(day string, rated bool, score int32) records.Try {
	return records.Try{Day: day, Rated: rated, Finished: true, Score: score, Place: 2, Ships: 8, Kills: 4, Deaths: 3}
}

func TestThePageTellsWhatIsPlayedAndEveryTry(t *testing.T) {
	c := ChallengeOf(noon(0))
	left := made(c.Day, false, 1)
	left.Finished = false
	tries := &records.Tries{
		Today: []records.Try{made(c.Day, false, 12), made(c.Day, true, 43), left},
		Rated: []records.Try{made(c.Day, true, 43), made("2026-11-22", true, 30), made("2026-11-20", true, 8)},
	}
	text := c.Text(tries, 60)
	for _, want := range []string{
		"Monday, 23 November 2026 (UTC)\n", c.Arena + ", " + c.Mode.Name() + ", ", c.Bots[0].Name,
		"Today's try  43 points, 2 of 8, 4/3 k/d\nPractice     12 points, 2 of 8, 4/3 k/d\nPractice     1 point, 2 of 8, 4/3 k/d, left early\nBest         43 points\n",
		"Streak: 2 days\n2026-11-22  30 points, 2 of 8, 4/3 k/d\n2026-11-20  8 points",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("expected %q in\n%s", want, text)
		}
	}
	for line := range strings.Lines(c.Text(tries, 50)) {
		if len(strings.TrimRight(line, "\n")) > 50 {
			t.Errorf("longer than 50 columns: %q", line)
		}
	}
}

func TestNoLineEndsBetweenABotsNameAndItsSkill(t *testing.T) {
	c := ChallengeOf(noon(0))
	for width := 40; width <= 80; width++ {
		text := c.Text(&records.Tries{}, width)
		for _, b := range c.Bots {
			if !strings.Contains(text, fmt.Sprintf("%s %d", b.Name, b.Skill)) {
				t.Errorf("in %d columns %s stands alone:\n%s", width, b.Name, text)
			}
		}
	}
}

func TestManyTriesAreCounted(t *testing.T) {
	c := ChallengeOf(noon(0))
	tries := &records.Tries{}
	for n := range int32(9) {
		tries.Today = append(tries.Today, made(c.Day, false, n))
	}
	text := c.Text(tries, 80)
	if !strings.Contains(text, "Practice     4 more\nPractice     4 points") || !strings.Contains(text, "Best         8 points") {
		t.Errorf("found\n%s", text)
	}
}

func TestAStreakIsOfDaysInARowUpToTodayOrYesterday(t *testing.T) {
	for _, c := range []struct {
		days   string
		streak int
	}{
		{"", 0}, {"23", 1}, {"22", 1}, {"21", 0}, {"23 22 21", 3}, {"22 21", 2}, {"23 21", 1}, {"23 22 20", 2},
	} {
		var rated []records.Try
		for _, day := range strings.Fields(c.days) {
			rated = append(rated, made("2026-11-"+day, true, 1))
		}
		if got := Streak(rated, "2026-11-23"); got != c.streak {
			t.Errorf("tries on %q: a streak of %d, expected %d", c.days, got, c.streak)
		}
	}
	across := []records.Try{made("2027-01-01", true, 1), made("2026-12-31", true, 1)}
	if got := Streak(across, "2027-01-01"); got != 2 {
		t.Errorf("across New Year a streak of %d", got)
	}
}
