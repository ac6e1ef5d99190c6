package menu

import (
	"fmt"
	"strconv"
	"time"

	"dogfight/game/career"
	"dogfight/ui/canvas"
)

// figure is a number, and what it is of.
type figure struct{ label, value string }

// figureWidth is how many columns one takes.
const figureWidth = 18

// figureCount is how many there are.
const figureCount = 8

func figuresOf(c *career.Career) [figureCount]figure {
	return [figureCount]figure{
		{"matches", strconv.Itoa(c.Matches)},
		{"won", fmt.Sprintf("%d, %d%%", c.Wins, 100*c.Wins/max(c.Matches, 1))},
		{"K/D", career.Tenths(career.KD(c.Kills, c.Deaths))},
		{"accuracy", percent(c.Hits, c.Shots)},
		{"best streak", strconv.Itoa(c.LongestStreak)},
		{"wins in a row", strconv.Itoa(c.MostWins)},
		{"damage", strconv.Itoa(c.Damage)},
		{"flown", duration(c.Seconds)},
	}
}

// perRow is how many figures stand in a row of that width.
func perRow(width int) int { return min(max(width/figureWidth, 1), figureCount) }

func figureRows(width int) int { return (figureCount + perRow(width) - 1) / perRow(width) }

func (p *RecordsPage) drawFigures(s *canvas.Sheet, a canvas.Area) {
	n := perRow(a.Width)
	for i, f := range figuresOf(p.Career) {
		x, y := a.X+i%n*(a.Width/n), a.Y+i/n
		s.Text(s.Text(x, y, f.label+" ", canvas.LabelInk), y, f.value, canvas.Strong)
	}
}

// percent writes an accuracy, or "-" as long as there is none.
func percent(hits, shots int) string {
	if n, known := career.Accuracy(hits, shots); known {
		return strconv.Itoa(n) + "%"
	}
	return "-"
}

// duration writes so many seconds.
func duration(seconds float64) string {
	d := time.Duration(seconds * float64(time.Second)).Round(time.Second)
	switch {
	case d >= 10*time.Hour:
		return fmt.Sprintf("%d h", int(d.Hours()))
	case d >= time.Hour:
		return fmt.Sprintf("%d h %02d", int(d.Hours()), int(d.Minutes())%60)
	case d >= time.Minute:
		return fmt.Sprintf("%d min", int(d.Minutes()))
	}
	return fmt.Sprintf("%d s", int(d.Seconds()))
}
