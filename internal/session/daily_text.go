package session

import (
	"fmt"
	"strings"
	"time"

	"dogfight/internal/records"
)

// daysListed is the number of days before today, and triesListed that of tries of today.
const (
	daysListed  = 7
	triesListed = 5
)

// Text describes the challenge and the player's tries, in lines of at most width columns.
func (c *Challenge) Text(tries *records.Tries, width int) string {
	var b strings.Builder
	line := func(format string, args ...any) { wrap(&b, fmt.Sprintf(format, args...), width) }
	day, _ := time.Parse(dayForm, c.Day)
	line("%s (UTC)", day.Format("Monday, 2 January 2006"))
	line("%s, %s, %d min, %s", c.Arena, c.Mode.Name(), c.Time/time.Minute, c.ships())
	line("%d bots of level %v: %s", len(c.Bots), c.Level, c.rivals())
	line("")
	if len(tries.Today) == 0 {
		line("No try today yet.")
	}
	c.today(line, tries.Today)
	line("%s", streakText(tries.Rated, c.Day))
	listed := 0
	for i := range tries.Rated {
		if t := &tries.Rated[i]; t.Day != c.Day && listed < daysListed {
			listed++
			line("%s  %s", t.Day, outcome(t))
		}
	}
	return b.String()
}

// ships describes the ships of the challenge.
func (c *Challenge) ships() string {
	switch {
	case c.Class != "":
		return "all fly the " + strings.ToLower(c.classes()[0].Title)
	case c.Weapon != "":
		return "all have the " + strings.ToLower(c.weapons()[0].Title)
	}
	return "any ship and gun"
}

func (c *Challenge) rivals() string {
	var names []string
	for _, b := range c.Bots {
		names = append(names, fmt.Sprintf("%s%c%d", b.Name, together, b.Skill))
	}
	return strings.Join(names, ", ")
}

// today lists the tries of today, the rated one first, and the best of them.
func (c *Challenge) today(line func(string, ...any), tries []records.Try) {
	var practice []records.Try
	best := 0
	for i := range tries {
		t := &tries[i]
		if t.Score > tries[best].Score {
			best = i
		}
		if t.Rated {
			line("Today's try  %s", outcome(t))
		} else {
			practice = append(practice, *t)
		}
	}
	if more := len(practice) - triesListed; more > 0 {
		line("Practice     %d more", more)
		practice = practice[more:]
	}
	for i := range practice {
		line("Practice     %s", outcome(&practice[i]))
	}
	if len(tries) > 1 {
		line("Best         %s", points(tries[best].Score))
	}
}

// outcome describes the result of a try.
func outcome(t *records.Try) string {
	text := points(t.Score)
	if t.Place > 0 {
		text += fmt.Sprintf(", %d of %d, %d/%d k/d", t.Place, t.Ships, t.Kills, t.Deaths)
	}
	if !t.Finished {
		text += ", left early"
	}
	return text
}

func points(n int32) string {
	if n == 1 {
		return "1 point"
	}
	return fmt.Sprintf("%d points", n)
}

// streakText describes the streak.
func streakText(rated []records.Try, today string) string {
	switch n := streak(rated, today); n {
	case 0:
		return "Play daily to start a streak."
	case 1:
		return "Streak: 1 day"
	default:
		return fmt.Sprintf("Streak: %d days", n)
	}
}

// streak returns the number of consecutive days with a rated try, up to today or, before today's, yesterday. The latest try is the first.
func streak(rated []records.Try, today string) (days int) {
	at, err := time.Parse(dayForm, today)
	if err != nil {
		return 0
	}
	if len(rated) > 0 && rated[0].Day != today {
		at = at.AddDate(0, 0, -1)
	}
	for ; days < len(rated) && rated[days].Day == at.AddDate(0, 0, -days).Format(dayForm); days++ {
	}
	return days
}

// together is a blank that does not break a line.
const together = '\x00'

// wrap writes a text in lines of at most width columns. Names and numbers are ASCII.
func wrap(b *strings.Builder, text string, width int) {
	write := func(line string) { b.WriteString(strings.ReplaceAll(line, string(together), " ") + "\n") }
	for len(text) > width {
		at := strings.LastIndexByte(text[:width+1], ' ')
		if at <= 0 {
			break
		}
		write(text[:at])
		text = "  " + text[at+1:]
	}
	write(text)
}
