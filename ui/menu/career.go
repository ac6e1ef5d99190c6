package menu

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"time"

	"dogfight/game/career"
	"dogfight/ui/canvas"
)

// drawCareer draws the rating, the figures and the medals.
func (p *RecordsPage) drawCareer(s *canvas.Sheet, a canvas.Area) {
	medals, figures := p.medalRows(a.Width), figureRows(a.Width)
	chart := a.Height - medals - figures - 2
	p.drawRating(s, canvas.Rect(a.X, a.Y, a.Width, chart))
	p.drawFigures(s, canvas.Rect(a.X, a.Y+chart+1, a.Width, figures))
	p.drawMedals(s, canvas.Rect(a.X, a.Y+chart+figures+2, a.Width, medals))
}

// axisWidth is the width of the numbers beside the line, in columns.
const axisWidth = 5

// drawRating draws the rating and its line.
func (p *RecordsPage) drawRating(s *canvas.Sheet, a canvas.Area) {
	c := p.Career
	rank, _, _ := career.Rank(c.Wins)
	x := s.Text(s.Text(a.X, a.Y, rank, canvas.Fair)+2, a.Y, "rating ", canvas.LabelInk)
	if c.Rating == 0 {
		s.Text(x, a.Y, "none yet: it comes with the first match that you play to its end", canvas.TextInk)
		return
	}
	x = s.Text(x, a.Y, fmt.Sprintf("%.0f", c.Rating), canvas.Strong)
	x = s.Text(x, a.Y, fmt.Sprintf(" ±%.0f", 2*c.Deviation), canvas.LabelInk)
	if len(c.Ratings) > 1 {
		ink, change := canvas.Good, int(math.Round(c.Rating)-math.Round(c.Ratings[len(c.Ratings)-2].Rating))
		if change < 0 {
			ink = canvas.Bad
		}
		s.Text(x+2, a.Y, fmt.Sprintf("%+d", change), ink)
	}
	s.Right(a.X+a.Width, a.Y, fmt.Sprintf("best %.0f", c.BestRating), canvas.LabelInk)
	if len(c.Ratings) < 2 {
		s.Text(a.X, a.Y+2, "The line begins with your second rated match.", canvas.TextInk)
		return
	}
	l := line{points: c.Ratings}
	l.scale()
	plot := canvas.Rect(a.X+axisWidth, a.Y+1, a.Width-axisWidth, a.Height-2)
	l.drawAxis(s, plot)
	l.draw(s, plot)
	from := l.points[0].At.Local().Format("2 Jan 2006")
	s.Text(plot.X, plot.Y+plot.Height, from, canvas.LabelInk)
	s.Right(plot.X+plot.Width, plot.Y+plot.Height, fmt.Sprintf("%d rated matches", len(l.points)), canvas.LabelInk)
}

// line is the line of a rating, with the ratings at the bottom and the top of its place.
type line struct {
	points    []career.Point
	low, high int
}

// axisSteps are the distances between two numbers of an axis.
var axisSteps = [...]int{10, 25, 50, 100, 200, 400, 1000}

// scale fits the place to the points, with multiples of ten at its ends.
func (l *line) scale() {
	low, high := math.Inf(1), math.Inf(-1)
	for _, p := range l.points {
		low, high = min(low, p.Rating), max(high, p.Rating)
	}
	l.low, l.high = int(math.Floor(low/10))*10, int(math.Ceil(high/10))*10
	if l.high-l.low < 20 {
		l.low, l.high = l.low-10, l.high+10
	}
}

// row returns the row of a rating, from the top of a place of so many rows.
func (l *line) row(rating float64, rows int) int {
	return int(math.Round((float64(l.high) - rating) / float64(l.high-l.low) * float64(rows-1)))
}

// drawAxis draws some round numbers at the left, each with a faint line.
func (l *line) drawAxis(s *canvas.Sheet, plot canvas.Area) {
	step := axisSteps[len(axisSteps)-1]
	for i := len(axisSteps) - 1; i >= 0 && (l.high-l.low)/axisSteps[i] <= max(plot.Height/3, 2); i-- {
		step = axisSteps[i]
	}
	for rating := (l.low + step - 1) / step * step; rating <= l.high; rating += step {
		y := plot.Y + l.row(float64(rating), plot.Height)
		s.Right(plot.X-1, y, strconv.Itoa(rating), canvas.LabelInk)
		for x := plot.X; x < plot.X+plot.Width; x++ {
			s.Text(x, y, "·", canvas.RuleInk)
		}
	}
}

// draw draws the line: in ASCII characters, in the dots of the canvas if they are fine, else in braille dots.
func (l *line) draw(s *canvas.Sheet, plot canvas.Area) {
	switch s.Mode {
	case canvas.ASCII:
		l.trace(plot.Width, plot.Height, func(x, y int) { s.Text(plot.X+x, plot.Y+y, "*", canvas.Accent) })
	case canvas.Sextants, canvas.Octants:
		l.trace(canvas.Across*plot.Width, canvas.Down*plot.Height, func(x, y int) {
			s.Figure(canvas.Across*plot.X+x, canvas.Down*plot.Y+y, canvas.Accent)
		})
	default:
		l.drawBraille(s, plot)
	}
}

// brailleDots are the bits of a cell's dots, row by row (The Unicode Standard, chapter 21.1).
var brailleDots = [canvas.Down][canvas.Across]rune{{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}

func (l *line) drawBraille(s *canvas.Sheet, plot canvas.Area) {
	cells := make([]rune, plot.Width*plot.Height)
	l.trace(canvas.Across*plot.Width, canvas.Down*plot.Height, func(x, y int) {
		cells[y/canvas.Down*plot.Width+x/canvas.Across] |= brailleDots[y%canvas.Down][x%canvas.Across]
	})
	for i, dots := range cells {
		if dots != 0 {
			s.Text(plot.X+i%plot.Width, plot.Y+i/plot.Width, string(0x2800+dots), canvas.Accent)
		}
	}
}

// trace follows the line in a place of so many dots, from left to right.
func (l *line) trace(width, height int, dot func(x, y int)) {
	last := len(l.points) - 1
	before := l.row(l.points[0].Rating, height)
	for x := range width {
		at := float64(x) / float64(max(width-1, 1)) * float64(last)
		i := min(int(at), last-1)
		between := at - float64(i)
		y := l.row(l.points[i].Rating*(1-between)+l.points[i+1].Rating*between, height)
		for step := before; step != y; step += cmp.Compare(y, before) {
			if step != before {
				dot(x, step)
			}
		}
		dot(x, y)
		before = y
	}
}

const (
	figureWidth = 18 // columns
	figureCount = 8
)

// perRow is the number of figures in a row of that width.
func perRow(width int) int { return min(max(width/figureWidth, 1), figureCount) }

func figureRows(width int) int { return (figureCount + perRow(width) - 1) / perRow(width) }

func (p *RecordsPage) drawFigures(s *canvas.Sheet, a canvas.Area) {
	n, c := perRow(a.Width), p.Career
	for i, f := range [figureCount]struct{ label, value string }{
		{"matches", strconv.Itoa(c.Matches)},
		{"won", fmt.Sprintf("%d, %d%%", c.Wins, 100*c.Wins/max(c.Matches, 1))},
		{"K/D", career.Tenths(career.KD(c.Kills, c.Deaths))},
		{"accuracy", percent(c.Hits, c.Shots)},
		{"best streak", strconv.Itoa(c.LongestStreak)},
		{"wins in a row", strconv.Itoa(c.MostWins)},
		{"damage", strconv.Itoa(c.Damage)},
		{"flown", duration(c.Seconds)},
	} {
		x, y := a.X+i%n*(a.Width/n), a.Y+i/n
		s.Text(s.Text(x, y, f.label+" ", canvas.LabelInk), y, f.value, canvas.Strong)
	}
}

// percent formats an accuracy, or "-" without shots.
func percent(hits, shots int) string {
	if n, known := career.Accuracy(hits, shots); known {
		return strconv.Itoa(n) + "%"
	}
	return "-"
}

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

// The columns of a medal.
const (
	medalTitle = 15
	medalTimes = 6
	medalWidth = 2 + medalTitle + medalTimes
	medalRules = medalWidth + 36 // width of a panel with rules
)

// medalRows returns the rows of the medals in a panel of that width.
func (p *RecordsPage) medalRows(width int) int {
	if width >= medalRules {
		return len(p.Career.Medals)
	}
	return (len(p.Career.Medals) + 1) / 2
}

// drawMedals draws all medals, with their rules in a wide panel, else in two columns.
func (p *RecordsPage) drawMedals(s *canvas.Sheet, a canvas.Area) {
	rows := p.medalRows(a.Width)
	for i := range p.Career.Medals {
		m := &p.Career.Medals[i]
		x, y := a.X+i/rows*(a.Width/2), a.Y+i%rows
		if m.Times == 0 {
			s.Text(x, y, "·", canvas.LabelInk)
			s.Text(x+2, y, m.Title, canvas.LabelInk)
		} else {
			s.Text(x, y, "♦", canvas.Fair)
			s.Text(x+2, y, m.Title, canvas.Strong)
			s.Right(x+medalWidth, y, fmt.Sprint(m.Times), canvas.Fair)
		}
		if a.Width >= medalRules {
			s.Text(x+medalWidth+2, y, m.Rule, canvas.LabelInk)
		}
	}
}
