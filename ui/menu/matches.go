package menu

import (
	"fmt"
	"strings"

	"dogfight/game/career"
	"dogfight/ui/canvas"
)

// column is one of the table of matches.
type column struct {
	heading string
	width   int
	right   bool
	least   int // the width of a panel that has it; 0: all have
	text    func(p *RecordsPage, m *career.Match) (string, canvas.Colour)
}

var recordColumns = []column{
	{"when", 13, false, 0, func(_ *RecordsPage, m *career.Match) (string, canvas.Colour) {
		return m.Started.Local().Format("2 Jan 15:04"), canvas.LabelInk
	}},
	{"arena", 8, false, 0, func(_ *RecordsPage, m *career.Match) (string, canvas.Colour) { return m.Arena, canvas.TextInk }},
	{"mode", 11, false, 73, modeOf},
	{"flown with", 18, false, 91, func(p *RecordsPage, m *career.Match) (string, canvas.Colour) {
		return p.Title("class", m.Class) + ", " + p.Title("weapon", m.Weapon), canvas.TextInk
	}},
	{"place", 6, true, 0, placeOf},
	{"score", 6, true, 60, func(_ *RecordsPage, m *career.Match) (string, canvas.Colour) {
		return fmt.Sprint(m.Score), canvas.TextInk
	}},
	{"K/D/A", 9, true, 0, func(_ *RecordsPage, m *career.Match) (string, canvas.Colour) {
		return fmt.Sprintf("%d/%d/%d", m.Kills, m.Deaths, m.Assists), canvas.Strong
	}},
	{"hits", 6, true, 0, func(_ *RecordsPage, m *career.Match) (string, canvas.Colour) {
		return percent(m.Hits, m.Shots), canvas.TextInk
	}},
	{"rating", 7, true, 0, func(_ *RecordsPage, m *career.Match) (string, canvas.Colour) {
		if m.Rating == 0 {
			return "-", canvas.LabelInk
		}
		return fmt.Sprintf("%.0f", m.Rating), canvas.TextInk
	}},
	{"medals", 7, true, 66, func(_ *RecordsPage, m *career.Match) (string, canvas.Colour) {
		return strings.Repeat("♦", min(len(m.Medals), 6)), canvas.Fair
	}},
	{"  host", 22, false, 120, func(_ *RecordsPage, m *career.Match) (string, canvas.Colour) { return "  " + m.Host, canvas.LabelInk }},
}

// modeOf writes the mode of a match, or the first word of what it was part of.
func modeOf(_ *RecordsPage, m *career.Match) (string, canvas.Colour) {
	if event, _, _ := strings.Cut(m.Event, " "); event != "" {
		return event, canvas.Accent
	}
	return m.Mode, canvas.TextInk
}

// placeOf writes the place in a match.
func placeOf(_ *RecordsPage, m *career.Match) (string, canvas.Colour) {
	switch {
	case !m.Finished:
		return "left", canvas.LabelInk
	case m.Won:
		return "won", canvas.Good
	case m.Place == 0:
		return "-", canvas.LabelInk
	}
	return fmt.Sprintf("%d/%d", m.Place, m.Ships), canvas.TextInk
}

// drawMatches draws the table of the last matches.
func (p *RecordsPage) drawMatches(s *canvas.Sheet, a canvas.Area) {
	if p.isNew() {
		p.drawNewcomer(s, a)
		return
	}
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
			text = canvas.Cut(canvas.Clean(text), c.width-1)
			if c.right {
				s.Right(x+c.width, y, text, ink)
			} else {
				s.Text(x, y, text, ink)
			}
		}
		put(a.Y, c.heading, canvas.LabelInk)
		for k := p.list.at; k < min(p.list.at+rows, len(last)); k++ {
			text, ink := c.text(p, &last[k])
			put(a.Y+1+k-p.list.at, text, ink)
		}
		x += c.width
	}
}
