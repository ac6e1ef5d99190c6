package records

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/rivo/uniseg"

	"dogfight/game/career"
)

// narrow is the width below which tables have fewer columns.
const narrow = 70

// wide is the minimum width for the names of replays.
const wide = 110

// Text returns the scores as lines of at most width columns (50 or more), with times in loc.
func (s *Scores) Text(width int, loc *time.Location) string {
	if len(s.Matches) == 0 && len(s.Pilots) == 0 {
		return "No matches recorded yet.\n"
	}
	text := "No player with a key yet.\n"
	if len(s.Pilots) > 0 {
		text = s.pilotTable(width).text(width)
		if width >= narrow {
			text += "sorted by lowest likely rating\n"
		}
	}
	return text + "\n" + s.matchTable(width, loc).text(width)
}

func (s *Scores) pilotTable(width int) *textTable {
	t := &textTable{columns: []column{
		{"#", atRight}, {"PILOT", atLeft | flexible}, {"RATING", atRight}, {"MATCHES", atRight}, {"WON", atRight}, {"K/D/A", atRight}, {"HITS", atRight},
	}}
	for i := range s.Pilots {
		p := &s.Pilots[i]
		rating := fmt.Sprintf("%.0f", math.Round(p.Rating))
		if width >= narrow {
			rating += fmt.Sprintf(" +-%.0f", 2*p.Deviation)
		}
		t.add(fmt.Sprint(p.Rank), p.Name, rating, fmt.Sprint(p.Matches), fmt.Sprint(p.Wins),
			fmt.Sprintf("%d/%d/%d", p.Kills, p.Deaths, p.Assists), p.accuracy())
	}
	return t
}

// accuracy returns the accuracy in percent, or "-" without shots.
func (p *Standing) accuracy() string {
	if p.Shots == 0 {
		return "-"
	}
	return fmt.Sprintf("%.0f%%", 100*p.Accuracy)
}

func (s *Scores) matchTable(width int, loc *time.Location) *textTable {
	t := &textTable{columns: []column{{"STARTED", atLeft}, {"ARENA", atLeft}, {"MODE", atLeft}, {"TIME", atRight}}}
	form := "2 Jan 15:04"
	if width >= narrow {
		form = "2006-01-02 15:04"
		t.columns = append(t.columns, column{"PILOTS", atRight}, column{"BOTS", atRight})
	}
	t.columns = append(t.columns, column{"WON BY", atLeft | flexible})
	replays := width >= wide && slices.ContainsFunc(s.Matches, func(m Played) bool { return m.Replay != "" })
	if replays {
		t.columns = append(t.columns, column{"REPLAY", atLeft})
	}
	for i := range s.Matches {
		m := &s.Matches[i]
		seconds := int(m.Seconds)
		cells := []string{m.Started.In(loc).Format(form), m.Arena, m.Mode, fmt.Sprintf("%d:%02d", seconds/60, seconds%60)}
		if width >= narrow {
			cells = append(cells, fmt.Sprint(m.Pilots), fmt.Sprint(m.Bots))
		}
		if cells = append(cells, m.winner()); replays {
			cells = append(cells, m.Replay)
		}
		t.add(cells...)
	}
	return t
}

// winner returns the names of the winners.
func (m *Played) winner() string {
	switch {
	case !m.Finished:
		return "(unfinished)"
	case len(m.Winners) == 0:
		return "no one"
	}
	return strings.Join(m.Winners, ", ")
}

// textTable is text in columns, each as wide as its widest cell.
type textTable struct {
	columns []column
	rows    [][]string
}

// column is a heading and the layout of its cells.
type column struct {
	heading string
	layout  layout
}

type layout uint8

const (
	atLeft   layout = 0
	atRight  layout = 1
	flexible layout = 2 // is cut if the line is too long; at most one column
)

// minGiving is the minimum width of a column that gives.
const minGiving = 6

func (t *textTable) add(cells ...string) {
	for i := range cells {
		cells[i] = legible(cells[i])
	}
	t.rows = append(t.rows, cells)
}

// text returns the table in lines of at most room columns, if possible.
func (t *textTable) text(room int) string {
	widths, gap := t.layOut(room)
	var b strings.Builder
	t.line(&b, widths, gap, func(i int) string { return t.columns[i].heading })
	for _, row := range t.rows {
		t.line(&b, widths, gap, func(i int) string { return row[i] })
	}
	return b.String()
}

func (t *textTable) line(b *strings.Builder, widths []int, gap string, cellOf func(column int) string) {
	var line strings.Builder
	for i, c := range t.columns {
		cell := cut(cellOf(i), widths[i])
		blank := strings.Repeat(" ", widths[i]-uniseg.StringWidth(cell))
		if i > 0 {
			line.WriteString(gap)
		}
		if c.layout&atRight != 0 {
			line.WriteString(blank + cell)
		} else {
			line.WriteString(cell + blank)
		}
	}
	b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
}

// layOut returns the width of each column and the gap between two.
func (t *textTable) layOut(room int) (widths []int, gap string) {
	widths = make([]int, len(t.columns))
	for i, c := range t.columns {
		widths[i] = uniseg.StringWidth(c.heading)
		for _, row := range t.rows {
			widths[i] = max(widths[i], uniseg.StringWidth(row[i]))
		}
		room -= widths[i]
	}
	gap = "  "
	if gaps := len(t.columns) - 1; room < gaps*len(gap) {
		gap = " "
	}
	room -= (len(t.columns) - 1) * len(gap)
	for i, c := range t.columns {
		if c.layout&flexible != 0 {
			widths[i] = max(widths[i]+min(room, 0), min(widths[i], minGiving))
		}
	}
	return widths, gap
}

// cut shortens text to width columns and marks the cut.
func cut(text string, width int) string {
	if uniseg.StringWidth(text) <= width {
		return text
	}
	var b strings.Builder
	used := 0
	for clusters := uniseg.NewGraphemes(text); clusters.Next(); used += clusters.Width() {
		if used+clusters.Width() > width-1 {
			break
		}
		b.WriteString(clusters.Str())
	}
	return b.String() + "~"
}

// legible replaces the characters of text that a terminal cannot show.
func legible(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) || r == '\u200d' || r == '\ufe0f' { // they join emoji
			return r
		}
		return '?'
	}, text)
}

// CareerText returns a career as lines of at most width columns (50 or more), with at most limit rivals and matches, and times in loc.
func CareerText(c *career.Career, limit, width int, loc *time.Location) string {
	if c.Matches == 0 {
		return "No match of yours recorded yet.\n"
	}
	text := ""
	for _, line := range summary(c) {
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

// summary returns a career in a few lines.
func summary(c *career.Career) []string {
	lines := []string{c.Name + ", not rated yet"}
	if c.Rating > 0 {
		lines = []string{fmt.Sprintf("%s, rating %.0f +-%.0f, best %.0f", c.Name, c.Rating, 2*c.Deviation, c.BestRating)}
	}
	rank, next, more := career.Rank(c.Wins)
	if next != "" {
		rank += fmt.Sprintf(", %s with %s more", next, wins(more))
	}
	lines = append(lines, rank)
	if points := samples(c.Ratings); len(points) > 1 {
		lines = append(lines, fmt.Sprintf("over %d rated matches: %s", len(c.Ratings), strings.Join(points, " ")))
	}
	return append(lines,
		fmt.Sprintf("%s, %d won, %d in a row at most, %d now, flown %s", matches(c.Matches), c.Wins, c.MostWins, c.WinsInARow,
			time.Duration(c.Seconds)*time.Second),
		fmt.Sprintf("K/D/A %d/%d/%d, K/D %s, hits %s, damage %d, taken %d, best streak %d", c.Kills, c.Deaths, c.Assists,
			career.Tenths(career.KD(c.Kills, c.Deaths)), percent(c.Hits, c.Shots), c.Damage, c.Taken, c.LongestStreak))
}

func wins(n int) string {
	if n == 1 {
		return "1 win"
	}
	return strconv.Itoa(n) + " wins"
}

func matches(n int) string {
	if n == 1 {
		return "1 match"
	}
	return fmt.Sprintf("%d matches", n)
}

// maxSamples is the number of ratings in the place of a chart.
const maxSamples = 12

// samples returns evenly spaced ratings, with the first and the last.
func samples(points []career.Point) (some []string) {
	n := min(len(points), maxSamples)
	for i := range n {
		some = append(some, fmt.Sprintf("%.0f", points[i*(len(points)-1)/max(n-1, 1)].Rating))
	}
	return some
}

// wrapped returns text in lines of at most width columns; longer words stay whole.
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

func armTable(heading string, arms []career.Arm) *textTable {
	t := &textTable{columns: []column{
		{heading, atLeft | flexible}, {"HITS", atRight}, {"K/D", atRight}, {"KILLS", atRight}, {"DEATHS", atRight}, {"DAMAGE", atRight}, {"FLOWN", atRight},
	}}
	for i := range arms {
		a := &arms[i]
		t.add(a.Name, percent(a.Hits, a.Shots), career.Tenths(career.KD(a.Kills, a.Deaths)), fmt.Sprint(a.Kills), fmt.Sprint(a.Deaths),
			fmt.Sprint(a.Damage), (time.Duration(a.Seconds) * time.Second).String())
	}
	return t
}

// medalTable lists the earned medals.
func medalTable(medals []career.Earned) *textTable {
	t := &textTable{columns: []column{{"MEDAL", atLeft}, {"TIMES", atRight}, {"FOR", atLeft | flexible}}}
	for i := range medals {
		if m := &medals[i]; m.Times > 0 {
			t.add(m.Title, fmt.Sprint(m.Times), m.Rule)
		}
	}
	return t
}

func rivalTable(rivals []career.Rival) *textTable {
	t := &textTable{columns: []column{{"RIVAL", atLeft | flexible}, {"DESTROYED YOU", atRight}, {"YOU DESTROYED", atRight}, {"", atLeft}}}
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

func careerTable(list []career.Result, width int, loc *time.Location) *textTable {
	t := &textTable{columns: []column{{"STARTED", atLeft}, {"ARENA", atLeft | flexible}}}
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

// placed returns the outcome of a match.
func placed(m *career.Result) string {
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

// FlightsText returns the pilots of a match as lines of at most width columns: by place, then those that left early.
func FlightsText(m *career.Match, width int) string {
	if len(m.Flights) == 0 {
		return "No pilot has flown in it.\n"
	}
	flights := slices.Clone(m.Flights)
	slices.SortStableFunc(flights, func(a, b career.Flight) int {
		return cmp.Or(cmp.Compare(uint(a.Place-1), uint(b.Place-1)), cmp.Compare(b.Score, a.Score))
	})
	teams := slices.ContainsFunc(flights, func(f career.Flight) bool { return f.Team != 0 })
	t := &textTable{columns: []column{{"#", atRight}, {"PILOT", atLeft | flexible}}}
	if teams {
		t.columns = append(t.columns, column{"TEAM", atRight})
	}
	t.columns = append(t.columns, column{"SHIP", atLeft}, column{"GUN", atLeft}, column{"SCORE", atRight}, column{"K/D/A", atRight},
		column{"HITS", atRight}, column{"DAMAGE", atRight}, column{"FLOWN", atRight}, column{"", atLeft})
	for i := range flights {
		f := &flights[i]
		cells := []string{placeOf(f), f.Name}
		if teams {
			cells = append(cells, fmt.Sprint(f.Team))
		}
		accuracy := (&Standing{Shots: f.Shots, Accuracy: min(float64(f.Hits)/float64(max(f.Shots, 1)), 1)}).accuracy()
		t.add(append(cells, f.Class, f.Weapon, fmt.Sprint(f.Score), fmt.Sprintf("%d/%d/%d", f.Kills, f.Deaths, f.Assists), accuracy,
			fmt.Sprint(f.Damage), fmt.Sprintf("%d:%02d", int(f.Flown.Seconds())/60, int(f.Flown.Seconds())%60), remarkOf(f))...)
	}
	return t.text(width)
}

// place returns the place, or "-" without one.
func placeOf(f *career.Flight) string {
	if f.Place == 0 {
		return "-"
	}
	return fmt.Sprint(f.Place)
}

// remark marks winners and bots.
func remarkOf(f *career.Flight) string {
	switch {
	case f.Won:
		return "won"
	case f.Skill != 0:
		return "bot"
	}
	return ""
}

// LapsText returns laps as lines of at most width columns, with times in loc.
func LapsText(laps []RankedLap, width int, loc *time.Location) string {
	if len(laps) == 0 {
		return "No laps recorded yet.\n"
	}
	t := &textTable{columns: []column{
		{"ARENA", atLeft}, {"#", atRight}, {"LAP", atRight}, {"PILOT", atLeft | flexible}, {"SHIP", atLeft}, {"FLOWN", atLeft},
	}}
	checked := false
	for i := range laps {
		checked = checked || laps[i].Verified != ""
	}
	if checked {
		t.columns = append(t.columns, column{"HOLDS", atLeft})
	}
	for i := range laps {
		l := &laps[i]
		cells := []string{l.Arena, fmt.Sprint(l.Rank), lapTime(l.Ticks), l.Name, l.Class, l.Flown.In(loc).Format("2006-01-02 15:04")}
		if checked {
			cells = append(cells, l.Verified)
		}
		t.add(cells...)
	}
	return t.text(width)
}

// lapTime returns a time in minutes, seconds and hundredths.
func lapTime(ticks int) string {
	hundredths := (ticks*100 + ticksASecond/2) / ticksASecond
	if hundredths >= 6000 {
		return fmt.Sprintf("%d:%02d.%02d", hundredths/6000, hundredths/100%60, hundredths%100)
	}
	return fmt.Sprintf("%d.%02d", hundredths/100, hundredths%100)
}
