package menu

import (
	"strings"
	"time"

	"dogfight/ui/canvas"
)

// column is one of the list's.
type replayColumn struct {
	heading string
	width   int // 0: an equal share of what the others leave
	right   bool
	least   int // width of a list that has it; 0: all have
	text    func(e *ReplayEntry, now time.Time) (string, canvas.Colour)
}

var replayColumns = []replayColumn{
	{"when", 13, false, 0, func(e *ReplayEntry, now time.Time) (string, canvas.Colour) { return e.when(now), canvas.LabelInk }},
	{"arena", 11, false, 0, func(e *ReplayEntry, _ time.Time) (string, canvas.Colour) { return e.Arena, canvas.TextInk }},
	{"mode", 11, false, 0, func(e *ReplayEntry, _ time.Time) (string, canvas.Colour) { return e.Mode, canvas.TextInk }},
	{"players", 0, false, spacious, func(e *ReplayEntry, _ time.Time) (string, canvas.Colour) { return e.pilots(), canvas.TextInk }},
	{"length", 8, true, 0, func(e *ReplayEntry, _ time.Time) (string, canvas.Colour) { return e.length(), canvas.TextInk }},
	{"place", 7, true, 0, func(e *ReplayEntry, _ time.Time) (string, canvas.Colour) {
		switch text := e.place(); {
		case e.Won:
			return text, canvas.Good
		case text == "-":
			return text, canvas.LabelInk
		default:
			return text, canvas.Strong
		}
	}},
	{"  result", 0, false, 70, func(e *ReplayEntry, _ time.Time) (string, canvas.Colour) {
		ink := canvas.TextInk
		if e.Torn || !e.Ended {
			ink = canvas.LabelInk
		}
		return "  " + e.result(), ink
	}},
}

const (
	markWidth = 2 // columns before the first: whether it is kept
	details   = 4 // rows below the list, with the one that parts them
	standing  = 9 // rows of how all did, below that, where there is room
	roomy     = 27
	spacious  = 94 // width of a list with room between its columns
)

// listRows returns how many rows a page so high has for the list, and how many for what is below.
func listRows(height int) (rows, below int) {
	below = details
	if height >= roomy {
		below += standing
	}
	return height - below - 2, below
}

// drawAll draws the list and, below it, what is known of the replay that is chosen.
func (p *ReplaysPage) drawAll(s *canvas.Sheet, in canvas.Area) {
	rows, below := listRows(in.Height)
	list := canvas.Rect(in.X+1, in.Y, in.Width-2, rows)
	if p.typing || p.filter != "" {
		p.drawFilter(s, list)
		list.Y, list.Height = list.Y+1, list.Height-1
	}
	p.rows = list.Height - 1
	p.top = min(max(p.top, p.row-p.rows+1), p.row)
	p.top = max(min(p.top, len(p.shown)-p.rows), 0)
	p.drawHeadings(s, list)
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

// drawFilter draws what is typed to filter by.
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

// drawHeadings draws the names of the columns.
func (p *ReplaysPage) drawHeadings(s *canvas.Sheet, a canvas.Area) {
	p.eachColumn(a, func(c *replayColumn, x, width int) { c.put(s, x, a.Y, width, c.heading, canvas.LabelInk) })
}

// eachColumn has something done with each column that there is room for.
func (p *ReplaysPage) eachColumn(a canvas.Area, do func(c *replayColumn, x, width int)) {
	left, sharing := a.Width-markWidth, 0
	for i := range replayColumns {
		if replayColumns[i].least <= a.Width {
			left -= replayColumns[i].in(a)
			sharing += btoi(replayColumns[i].width == 0)
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

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (c *replayColumn) put(s *canvas.Sheet, x, y, width int, text string, ink canvas.Colour) {
	text = fit(text, width-1)
	if c.right {
		s.Right(x+width, y, text, ink)
	} else {
		s.Text(x, y, text, ink)
	}
}

// fit returns a text in so many columns; of a longer one it shows that there is more.
func fit(text string, width int) string {
	text = canvas.Clean(text)
	if canvas.Width(text) <= width {
		return text
	}
	return strings.TrimRight(canvas.Cut(text, width-2), " ,") + ".."
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
		case !e.playable():
			return canvas.LabelInk
		}
		return ink
	}
	if e.Kept {
		s.Text(a.X, y, "♦", inkOf(canvas.Fair))
	}
	p.eachColumn(a, func(c *replayColumn, x, width int) {
		text, ink := c.text(e, s.Now)
		c.put(s, x, y, width, text, inkOf(ink))
	})
}

// drawScrollBar draws, beside a list that is longer than its place, which part of it is seen.
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
