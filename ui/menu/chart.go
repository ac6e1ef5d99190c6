package menu

import (
	"fmt"
	"math"
	"strconv"

	"dogfight/game/career"
	"dogfight/ui/canvas"
)

// axisWidth is how many columns the numbers beside the line take.
const axisWidth = 5

// drawRating draws the rating, and the line that it has taken.
func (p *RecordsPage) drawRating(s *canvas.Sheet, a canvas.Area) {
	c := p.Career
	x := s.Text(a.X, a.Y, "rating ", canvas.LabelInk)
	if c.Rating == 0 {
		s.Text(x, a.Y, "none yet: it comes with the first match that you play to its end", canvas.TextInk)
		return
	}
	x = s.Text(x, a.Y, fmt.Sprintf("%.0f", c.Rating), canvas.Strong)
	x = s.Text(x, a.Y, fmt.Sprintf(" ±%.0f", 2*c.Deviation), canvas.LabelInk)
	if len(c.Ratings) > 1 {
		ink, change := canvas.Good, round(c.Rating)-round(c.Ratings[len(c.Ratings)-2].Rating)
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

func round(rating float64) int { return int(math.Round(rating)) }

// line is the line of a rating, and which ratings are at the top and the bottom of its place.
type line struct {
	points    []career.Point
	low, high int
}

// axisSteps are the distances between two numbers of an axis.
var axisSteps = [...]int{10, 25, 50, 100, 200, 400, 1000}

// scale fits the place to the points, with whole tens at its ends.
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

// row returns how far below the top of a place of so many rows a rating is, which may be between two.
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

// draw draws the line: in characters where there is nothing else, in dots of braille where characters of blocks are too
// coarse, else in what the canvas has.
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

// trace goes along the line in a place of so many dots, from its left end to its right.
func (l *line) trace(width, height int, dot func(x, y int)) {
	last := len(l.points) - 1
	before := l.row(l.points[0].Rating, height)
	for x := range width {
		at := float64(x) / float64(max(width-1, 1)) * float64(last)
		i := min(int(at), last-1)
		between := at - float64(i)
		y := l.row(l.points[i].Rating*(1-between)+l.points[i+1].Rating*between, height)
		for step := before; step != y; step += sign(y - before) {
			if step != before {
				dot(x, step)
			}
		}
		dot(x, y)
		before = y
	}
}

func sign(n int) int {
	switch {
	case n < 0:
		return -1
	case n > 0:
		return 1
	}
	return 0
}
