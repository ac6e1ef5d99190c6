package menu

import (
	"fmt"
	"strings"

	"dogfight/game/career"
	"dogfight/ui/canvas"
)

// The columns beside the bars of an arm.
const (
	armName   = 9
	armNumber = 6 // after a bar
	armFlown  = 8
	armKills  = 22 // kills, deaths and damage, in a wide panel
	armBar    = 20 // at most
)

// The values of full bars, unless the player exceeds them.
const (
	fullAccuracy = 50 // per cent
	fullKD       = 20 // tenths
)

// drawArms draws the results with each class and each weapon, as a tab.
func (p *RecordsPage) drawArms(s *canvas.Sheet, a canvas.Area) {
	step := 1
	if 2*(len(p.Career.Classes)+len(p.Career.Weapons))+2 < a.Height {
		step = 2
	}
	p.drawArmsIn(s, a, step)
}

// drawArmsIn is drawArms in a panel, with so many rows for each, and returns the row below.
func (p *RecordsPage) drawArmsIn(s *canvas.Sheet, a canvas.Area, step int) int {
	y := p.drawArmList(s, a, step, "ship", "class", p.Career.Classes)
	a.Height -= y + 2 - step - a.Y
	a.Y = y + 2 - step
	return p.drawArmList(s, a, step, "gun", "weapon", p.Career.Weapons)
}

func (p *RecordsPage) drawArmList(s *canvas.Sheet, a canvas.Area, step int, heading, kind string, arms []career.Arm) int {
	wide := a.Width >= armName+2*(8+armNumber)+armFlown+armKills
	left := a.Width - armName - 2*armNumber - armFlown
	if wide {
		left -= armKills
	}
	bar := min(max((left-2)/2, 4), armBar)
	first, second := a.X+armName, a.X+armName+bar+armNumber+1
	s.Text(a.X, a.Y, heading, canvas.LabelInk)
	s.Text(first, a.Y, "accuracy", canvas.LabelInk)
	s.Text(second, a.Y, "K/D", canvas.LabelInk)
	s.Right(a.X+a.Width, a.Y, "flown", canvas.LabelInk)
	if wide {
		s.Right(a.X+a.Width-armFlown, a.Y, "kills deaths damage", canvas.LabelInk)
	}
	bestAccuracy, bestKD := fullAccuracy, fullKD
	for i := range arms {
		accuracy, _ := career.Accuracy(arms[i].Hits, arms[i].Shots)
		bestAccuracy, bestKD = max(bestAccuracy, accuracy), max(bestKD, career.KD(arms[i].Kills, arms[i].Deaths))
	}
	y := a.Y + 1
	for i := range arms {
		if y >= a.Y+a.Height {
			break
		}
		arm := &arms[i]
		s.CutText(a.X, y, p.Title(kind, arm.Name), armName-1, canvas.TextInk)
		if accuracy, shot := career.Accuracy(arm.Hits, arm.Shots); shot {
			s.Pips(first, y, bar, accuracy, bestAccuracy, canvas.ShieldMiddle)
		}
		s.Right(first+bar+armNumber-1, y, percent(arm.Hits, arm.Shots), canvas.Strong)
		kd := career.KD(arm.Kills, arm.Deaths)
		s.Pips(second, y, bar, kd, bestKD, canvas.Good)
		s.Right(second+bar+armNumber-1, y, career.Tenths(kd), canvas.Strong)
		s.Right(a.X+a.Width, y, duration(arm.Seconds), canvas.LabelInk)
		if wide {
			s.Right(a.X+a.Width-armFlown, y, fmt.Sprintf("%5d %6d %6d", arm.Kills, arm.Deaths, arm.Damage), canvas.TextInk)
		}
		y += step
	}
	return y
}

// The columns of a rival between the two bars: a number, the name, a number.
const (
	rivalNumber = 5
	rivalName   = 16
	rivalBar    = 30 // at most
)

// drawRivals draws the rivals, with a bar on each side of their names: how often they destroyed the player, and the
// player them.
func (p *RecordsPage) drawRivals(s *canvas.Sheet, a canvas.Area) {
	if len(p.Career.Rivals) == 0 {
		s.Wrapped(a, "Nobody has destroyed you yet, nor you them, in a match since rivals are recorded.")
		return
	}
	bar := min((a.Width-2*rivalNumber-rivalName-2)/2, rivalBar)
	middle := a.X + a.Width/2
	name := middle - rivalName/2
	most := 1
	for _, r := range p.Career.Rivals {
		most = max(most, r.Kills, r.Deaths)
	}
	pips := func(n int) string { // any kill shows
		return strings.Repeat("▊", max(n*bar/most, min(n, 1)))
	}
	s.Right(name-1, a.Y, "destroyed you", canvas.LabelInk)
	s.Text(name+rivalName+1, a.Y, "you destroyed", canvas.LabelInk)
	rows := a.Height - 1
	p.list.fit(len(p.Career.Rivals), rows)
	for i := p.list.at; i < min(p.list.at+rows, len(p.Career.Rivals)); i++ {
		r, y := &p.Career.Rivals[i], a.Y+1+i-p.list.at
		text, ink := canvas.Cut(canvas.Clean(r.Name), rivalName-1), canvas.TextInk
		if !r.Bot {
			ink = canvas.Accent
		}
		s.Text(middle-canvas.Width(text)/2, y, text, ink)
		s.Right(name-1, y, fmt.Sprint(r.Deaths), canvas.Strong)
		s.Right(name-rivalNumber-1, y, pips(r.Deaths), canvas.Bad)
		s.Text(name+rivalName+1, y, fmt.Sprintf("%-*d", rivalNumber, r.Kills), canvas.Strong)
		s.Text(name+rivalName+1+rivalNumber, y, pips(r.Kills), canvas.Good)
	}
}

// recordColumn is a column of the table of matches.
type recordColumn struct {
	heading string
	width   int
	right   bool
	least   int // width of a panel with the column; 0: any
	text    func(p *RecordsPage, m *career.Result) (string, canvas.Colour)
}

var recordColumns = []recordColumn{
	{"when", 13, false, 0, func(_ *RecordsPage, m *career.Result) (string, canvas.Colour) {
		return m.Started.Local().Format("2 Jan 15:04"), canvas.LabelInk
	}},
	{"arena", 8, false, 0, func(_ *RecordsPage, m *career.Result) (string, canvas.Colour) { return m.Arena, canvas.TextInk }},
	{"mode", 11, false, 73, func(_ *RecordsPage, m *career.Result) (string, canvas.Colour) {
		if event, _, _ := strings.Cut(m.Event, " "); event != "" {
			return event, canvas.Accent
		}
		return m.Mode, canvas.TextInk
	}},
	{"flown with", 18, false, 91, func(p *RecordsPage, m *career.Result) (string, canvas.Colour) {
		return p.Title("class", m.Class) + ", " + p.Title("weapon", m.Weapon), canvas.TextInk
	}},
	{"place", 6, true, 0, func(_ *RecordsPage, m *career.Result) (string, canvas.Colour) {
		switch {
		case !m.Finished:
			return "left", canvas.LabelInk
		case m.Won:
			return "won", canvas.Good
		case m.Place == 0:
			return "-", canvas.LabelInk
		}
		return fmt.Sprintf("%d/%d", m.Place, m.Ships), canvas.TextInk
	}},
	{"score", 6, true, 60, func(_ *RecordsPage, m *career.Result) (string, canvas.Colour) {
		return fmt.Sprint(m.Score), canvas.TextInk
	}},
	{"K/D/A", 9, true, 0, func(_ *RecordsPage, m *career.Result) (string, canvas.Colour) {
		return fmt.Sprintf("%d/%d/%d", m.Kills, m.Deaths, m.Assists), canvas.Strong
	}},
	{"hits", 6, true, 0, func(_ *RecordsPage, m *career.Result) (string, canvas.Colour) {
		return percent(m.Hits, m.Shots), canvas.TextInk
	}},
	{"rating", 7, true, 0, func(_ *RecordsPage, m *career.Result) (string, canvas.Colour) {
		if m.Rating == 0 {
			return "-", canvas.LabelInk
		}
		return fmt.Sprintf("%.0f", m.Rating), canvas.TextInk
	}},
	{"medals", 7, true, 66, func(_ *RecordsPage, m *career.Result) (string, canvas.Colour) {
		return strings.Repeat("♦", min(len(m.Medals), 6)), canvas.Fair
	}},
	{"  host", 22, false, 120, func(_ *RecordsPage, m *career.Result) (string, canvas.Colour) { return "  " + m.Host, canvas.LabelInk }},
}

// drawMatches draws the table of the last matches.
func (p *RecordsPage) drawMatches(s *canvas.Sheet, a canvas.Area) {
	last := p.Career.Last
	rows := a.Height - 1
	p.list.fit(len(last), rows)
	x := a.X
	for i := range recordColumns {
		c := &recordColumns[i]
		if c.least > a.Width {
			continue
		}
		put := func(y int, text string, ink canvas.Colour) {
			putCell(s, x, y, c.width, c.right, canvas.Cut(canvas.Clean(text), c.width-1), ink)
		}
		put(a.Y, c.heading, canvas.LabelInk)
		for k := p.list.at; k < min(p.list.at+rows, len(last)); k++ {
			text, ink := c.text(p, &last[k])
			put(a.Y+1+k-p.list.at, text, ink)
		}
		x += c.width
	}
}

// putCell writes the text of a table's cell, at its left or its right.
func putCell(s *canvas.Sheet, x, y, width int, right bool, text string, ink canvas.Colour) {
	if right {
		s.Right(x+width, y, text, ink)
	} else {
		s.Text(x, y, text, ink)
	}
}
