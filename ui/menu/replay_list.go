package menu

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"dogfight/game/career"
	"dogfight/ui/canvas"
)

// replayColumn is a column of the list.
type replayColumn struct {
	heading string
	width   int // 0: an equal share of the rest
	right   bool
	least   int // width of a list with the column; 0: any
	text    func(p *ReplaysPage, e *career.Replay, now time.Time) (string, canvas.Colour)
}

var replayColumns = []replayColumn{
	{"when", 13, false, 0, func(_ *ReplaysPage, e *career.Replay, now time.Time) (string, canvas.Colour) {
		return startOf(e, now), canvas.LabelInk
	}},
	{"arena", 11, false, 0, func(_ *ReplaysPage, e *career.Replay, _ time.Time) (string, canvas.Colour) {
		return e.Arena, canvas.TextInk
	}},
	{"mode", 11, false, 0, func(_ *ReplaysPage, e *career.Replay, _ time.Time) (string, canvas.Colour) {
		return e.Mode, canvas.TextInk
	}},
	{"players", 0, false, spacious, func(_ *ReplaysPage, e *career.Replay, _ time.Time) (string, canvas.Colour) {
		return crew(e), canvas.TextInk
	}},
	{"length", 8, true, 0, func(_ *ReplaysPage, e *career.Replay, _ time.Time) (string, canvas.Colour) {
		return lengthOf(e), canvas.TextInk
	}},
	{"place", 7, true, 0, func(p *ReplaysPage, e *career.Replay, _ time.Time) (string, canvas.Colour) {
		switch text := p.place(e); text {
		case "won":
			return text, canvas.Good
		case "-":
			return text, canvas.LabelInk
		default:
			return text, canvas.Strong
		}
	}},
	{"  result", 0, false, 70, func(_ *ReplaysPage, e *career.Replay, _ time.Time) (string, canvas.Colour) {
		ink := canvas.TextInk
		if e.Torn != nil || !e.Finished {
			ink = canvas.LabelInk
		}
		return "  " + outcome(e), ink
	}},
}

const (
	markWidth  = 2 // columns before the first, for the mark of a kept replay
	detailRows = 4 // rows below the list, with the heading
	resultRows = 9 // rows of results below that, on a high page
	roomy      = 27
	spacious   = 94 // width of a list with gaps between the columns
)

// listRows returns the rows of the list on a page of that height, and those below it.
func listRows(height int) (rows, below int) {
	below = detailRows
	if height >= roomy {
		below += resultRows
	}
	return height - below - 2, below
}

// drawList draws the list and, below it, the details of the chosen replay.
func (p *ReplaysPage) drawList(s *canvas.Sheet, in canvas.Area) {
	rows, below := listRows(in.Height)
	list := canvas.Rect(in.X+1, in.Y, in.Width-2, rows)
	if p.typing || p.filter != "" {
		p.drawFilter(s, list)
		list.Y, list.Height = list.Y+1, list.Height-1
	}
	p.rows = list.Height - 1
	p.top = min(max(p.top, p.row-p.rows+1), p.row)
	p.top = max(min(p.top, len(p.shown)-p.rows), 0)
	p.eachColumn(list, func(c *replayColumn, x, width int) { c.put(s, x, list.Y, width, c.heading, canvas.LabelInk) })
	for i := p.top; i < min(p.top+p.rows, len(p.shown)); i++ {
		p.drawRow(s, list, list.Y+1+i-p.top, i)
	}
	if len(p.shown) == 0 {
		s.Text(list.X+markWidth, list.Y+2, "None has that.", canvas.LabelInk)
	}
	p.drawScrollBar(s, list)
	if e := p.Chosen(); e != nil {
		p.drawDetails(s, canvas.Rect(in.X, in.Y+rows, in.Width, below), e)
	}
}

// drawFilter draws the filter.
func (p *ReplaysPage) drawFilter(s *canvas.Sheet, a canvas.Area) {
	text := "/" + canvas.Clean(p.filter)
	if over := canvas.Width(text) - a.Width + 1; over > 0 {
		text = text[over:]
	}
	x := s.Text(a.X, a.Y, text, canvas.Accent)
	if p.typing {
		s.Text(x, a.Y, "_", canvas.Accent)
	}
}

// eachColumn calls do for each column that fits.
func (p *ReplaysPage) eachColumn(a canvas.Area, do func(c *replayColumn, x, width int)) {
	left, sharing := a.Width-markWidth, 0
	for i := range replayColumns {
		if replayColumns[i].least <= a.Width {
			left -= replayColumns[i].in(a)
			if replayColumns[i].width == 0 {
				sharing++
			}
		}
	}
	x := a.X + markWidth
	for i := range replayColumns {
		c := &replayColumns[i]
		if c.least > a.Width {
			continue
		}
		width := c.in(a)
		if width == 0 {
			width = left / sharing
		}
		do(c, x, width)
		x += width
	}
}

// in returns the width of a column in a list, or 0 for a share.
func (c *replayColumn) in(a canvas.Area) int {
	if c.width > 0 && a.Width >= spacious {
		return c.width + 2
	}
	return c.width
}

func (c *replayColumn) put(s *canvas.Sheet, x, y, width int, text string, ink canvas.Colour) {
	putCell(s, x, y, width, c.right, canvas.Cut(canvas.Clean(text), width-1), ink)
}

// drawRow draws a row of the list, marked if it is chosen and dim if it cannot be watched.
func (p *ReplaysPage) drawRow(s *canvas.Sheet, a canvas.Area, y, row int) {
	e := &p.all[p.shown[row]]
	chosen := row == p.row
	if chosen {
		s.Fill(a.X-1, y, a.Width+2, 1, canvas.Chosen)
		if s.Mode == canvas.ASCII || s.Colourless {
			s.Text(a.X-1, y, ">", canvas.ChosenInk)
		}
	}
	inkOf := func(ink canvas.Colour) canvas.Colour {
		switch {
		case chosen:
			return canvas.ChosenInk
		case !e.Playable():
			return canvas.LabelInk
		}
		return ink
	}
	if e.Protected {
		s.Text(a.X, y, "♦", inkOf(canvas.Fair))
	}
	p.eachColumn(a, func(c *replayColumn, x, width int) {
		text, ink := c.text(p, e, s.Now)
		c.put(s, x, y, width, text, inkOf(ink))
	})
}

// drawScrollBar draws a scroll bar beside a list that is longer than its place.
func (p *ReplaysPage) drawScrollBar(s *canvas.Sheet, a canvas.Area) {
	if len(p.shown) <= p.rows || p.rows < 2 {
		return
	}
	size := max(p.rows*p.rows/len(p.shown), 1)
	at := (p.rows - size) * p.top / (len(p.shown) - p.rows)
	for i := range p.rows {
		sign, ink := "│", canvas.RuleInk
		if i >= at && i < at+size {
			sign, ink = "┃", canvas.LabelInk
		}
		s.Text(a.X+a.Width+1, a.Y+1+i, sign, ink)
	}
}

// drawDetails draws the details of a replay.
func (p *ReplaysPage) drawDetails(s *canvas.Sheet, a canvas.Area, e *career.Replay) {
	s.Heading(canvas.Rect(a.X, a.Y, a.Width, 1), canvas.Cut(canvas.Clean(e.Name), a.Width-4))
	line := func(row int, text string, ink canvas.Colour) {
		s.CutText(a.X+1, a.Y+row, canvas.Clean(text), a.Width-2, ink)
	}
	facts := []string{size(e.Size)}
	if e.Protected {
		facts = append(facts, "kept")
	}
	if e.Sealed {
		facts = append(facts, "signed by its host")
	}
	if e.Title != "" {
		facts = append([]string{e.Title}, facts...)
	}
	line(1, strings.Join(facts, " · "), canvas.LabelInk)
	line(2, crew(e), canvas.TextInk)
	switch {
	case p.Problem != "":
		line(3, p.Problem, canvas.Bad)
	case e.Broken != nil:
		line(3, "It cannot be read: "+e.Broken.Error(), canvas.Bad)
	case e.Unplayable != nil:
		line(3, "Played by "+otherRules(e)+": Enter shows its chat, kills and result.", canvas.Fair)
	case e.Torn != nil:
		line(3, "Its end is missing; up to there it can be watched.", canvas.Fair)
	default:
		line(3, outcome(e), canvas.TextInk)
	}
	if a.Height > detailRows {
		drawResults(s, canvas.Rect(a.X+1, a.Y+detailRows, a.Width-2, a.Height-detailRows-1), e.Flights, e.LocalFlight(p.Player))
	}
}

// resultWidth is the least width of a pilot's result; in twice the width there are two columns.
const resultWidth = 46

// drawResults draws the results of all pilots, the best first; those that left are last. own is that of the player, or nil.
func drawResults(s *canvas.Sheet, a canvas.Area, flights []career.Flight, own *career.Flight) {
	var all []*career.Flight
	for i := range flights {
		all = append(all, &flights[i])
	}
	slices.SortStableFunc(all, func(a, b *career.Flight) int { return cmp.Compare(uint(a.Place-1), uint(b.Place-1)) })
	side := max(min(a.Width/resultWidth, 2), 1)
	width := a.Width / side
	rows := a.Height - 1
	for at := 0; at < side && at*rows < len(all); at++ {
		x := a.X + at*width
		right := x + min(width-2, resultWidth+10)
		cell := func(y int, place, name, score, kills string, ink canvas.Colour) {
			s.Right(x+3, y, place, canvas.LabelInk)
			s.CutText(x+4, y, canvas.Clean(name), right-x-26, ink)
			s.Right(right-12, y, score, ink)
			s.Right(right, y, kills, ink)
		}
		cell(a.Y, "", "pilot", "score", "K/D/A", canvas.LabelInk)
		for i := at * rows; i < min((at+1)*rows, len(all)); i++ {
			e := all[i]
			place, name, ink := "-", e.Name, canvas.TextInk
			if e.Place > 0 {
				place = strconv.Itoa(e.Place)
			}
			if e.Team > 0 {
				name += " (" + string('A'+e.Team-1) + ")"
			}
			if e == own {
				ink = canvas.Strong
			}
			cell(a.Y+1+i-at*rows, place, name, strconv.Itoa(int(e.Score)), fmt.Sprintf("%d/%d/%d", e.Kills, e.Deaths, e.Assists), ink)
		}
	}
}
