package records

import (
	"fmt"
	"strings"
	"time"

	"github.com/rivo/uniseg"

	"dogfight/game/career"
)

// CareerText returns a career as lines of so many columns at most, as long as that is 50 or more, with so many rivals and
// matches at most, and times as they were where loc is.
func CareerText(c *career.Career, limit, width int, loc *time.Location) string {
	if c.Matches == 0 {
		return "No match of yours recorded yet.\n"
	}
	text := ""
	for _, line := range sayings(c) {
		text += wrapped(width, line)
	}
	text += "\n" + armTable("SHIP", c.Classes).text(width) + "\n" + armTable("GUN", c.Weapons).text(width)
	if t := medalTable(c.Medals); len(t.rows) > 0 {
		text += "\n" + t.text(width)
	}
	if rivals := c.Rivals[:min(len(c.Rivals), limit)]; len(rivals) > 0 {
		text += "\n" + rivalTable(rivals).text(width)
	}
	return text + "\n" + careerTable(c.Last[:min(len(c.Last), limit)], width, loc).text(width)
}

// sayings are what there is to say of a career in a few lines.
func sayings(c *career.Career) []string {
	said := []string{c.Name + ", not rated yet"}
	if c.Rating > 0 {
		said = []string{fmt.Sprintf("%s, rating %.0f +-%.0f, best %.0f", c.Name, c.Rating, 2*c.Deviation, c.BestRating)}
	}
	if points := samples(c.Ratings); len(points) > 1 {
		said = append(said, fmt.Sprintf("over %d rated matches: %s", len(c.Ratings), strings.Join(points, " ")))
	}
	return append(said,
		fmt.Sprintf("%s, %d won, %d in a row at most, %d now, flown %s", matches(c.Matches), c.Wins, c.MostWins, c.WinsInARow,
			time.Duration(c.Seconds)*time.Second),
		fmt.Sprintf("K/D/A %d/%d/%d, K/D %s, hits %s, damage %d, taken %d, best streak %d", c.Kills, c.Deaths, c.Assists,
			career.Tenths(career.KD(c.Kills, c.Deaths)), percent(c.Hits, c.Shots), c.Damage, c.Taken, c.LongestStreak))
}

func matches(n int) string {
	if n == 1 {
		return "1 match"
	}
	return fmt.Sprintf("%d matches", n)
}

// mostSamples is how many ratings stand for the line that a screen draws.
const mostSamples = 12

// samples returns some ratings, evenly spaced, the first and the last among them.
func samples(points []career.Point) (some []string) {
	n := min(len(points), mostSamples)
	for i := range n {
		some = append(some, fmt.Sprintf("%.0f", points[i*(len(points)-1)/max(n-1, 1)].Rating))
	}
	return some
}

// wrapped writes text in lines of so many columns at most, as long as words are shorter.
func wrapped(width int, text string) string {
	var b strings.Builder
	used := 0
	for _, word := range strings.Fields(legible(text)) {
		if used > 0 && used+1+uniseg.StringWidth(word) > width {
			b.WriteString("\n")
			used = 0
		}
		if used > 0 {
			b.WriteString(" ")
			used++
		}
		b.WriteString(word)
		used += uniseg.StringWidth(word)
	}
	return b.String() + "\n"
}

func percent(hits, shots int) string {
	if n, known := career.Accuracy(hits, shots); known {
		return fmt.Sprintf("%d%%", n)
	}
	return "-"
}

func armTable(heading string, arms []career.Arm) *statsTable {
	t := &statsTable{columns: []column{
		{heading, atLeft | gives}, {"HITS", atRight}, {"K/D", atRight}, {"KILLS", atRight}, {"DEATHS", atRight}, {"DAMAGE", atRight}, {"FLOWN", atRight},
	}}
	for i := range arms {
		a := &arms[i]
		t.add(a.Name, percent(a.Hits, a.Shots), career.Tenths(career.KD(a.Kills, a.Deaths)), fmt.Sprint(a.Kills), fmt.Sprint(a.Deaths),
			fmt.Sprint(a.Damage), (time.Duration(a.Seconds) * time.Second).String())
	}
	return t
}

// medalTable lists the medals that were earned.
func medalTable(medals []career.Earned) *statsTable {
	t := &statsTable{columns: []column{{"MEDAL", atLeft}, {"TIMES", atRight}, {"FOR", atLeft | gives}}}
	for i := range medals {
		if m := &medals[i]; m.Times > 0 {
			t.add(m.Title, fmt.Sprint(m.Times), m.Rule)
		}
	}
	return t
}

func rivalTable(rivals []career.Rival) *statsTable {
	t := &statsTable{columns: []column{{"RIVAL", atLeft | gives}, {"DESTROYED YOU", atRight}, {"YOU DESTROYED", atRight}, {"", atLeft}}}
	for i := range rivals {
		r := &rivals[i]
		kind := ""
		if r.Bot {
			kind = "bot"
		}
		t.add(r.Name, fmt.Sprint(r.Deaths), fmt.Sprint(r.Kills), kind)
	}
	return t
}

func careerTable(list []career.Match, width int, loc *time.Location) *statsTable {
	t := &statsTable{columns: []column{{"STARTED", atLeft}, {"ARENA", atLeft | gives}}}
	form := "2 Jan 15:04"
	if width >= narrow {
		form = "2006-01-02 15:04"
		t.columns = append(t.columns, column{"MODE", atLeft})
	}
	t.columns = append(t.columns, column{"PLACE", atRight}, column{"K/D/A", atRight}, column{"HITS", atRight}, column{"RATING", atRight})
	for i := range list {
		m := &list[i]
		cells := []string{m.Started.In(loc).Format(form), m.Arena}
		if width >= narrow {
			cells = append(cells, m.Mode)
		}
		rating := "-"
		if m.Rating > 0 {
			rating = fmt.Sprintf("%.0f", m.Rating)
		}
		t.add(append(cells, placed(m), fmt.Sprintf("%d/%d/%d", m.Kills, m.Deaths, m.Assists), percent(m.Hits, m.Shots), rating)...)
	}
	return t
}

// placed says how a match came out.
func placed(m *career.Match) string {
	switch {
	case !m.Finished:
		return "left"
	case m.Won:
		return "won"
	case m.Place == 0:
		return "-"
	}
	return fmt.Sprintf("%d/%d", m.Place, m.Ships)
}
