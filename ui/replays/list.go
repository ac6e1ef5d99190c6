package replays

import (
	"strings"
	"time"

	"dogfight/ui/canvas"
	"dogfight/ui/palette"
	"dogfight/ui/play/draw"
)

// column is one of the list's.
type column struct {
	heading string
	width   int // 0: an equal share of what the others leave
	right   bool
	least   int // width of a list that has it; 0: all have
	text    func(e *Entry, now time.Time) (string, canvas.Colour)
}

var columns = []column{
	{"when", 13, false, 0, func(e *Entry, now time.Time) (string, canvas.Colour) { return e.when(now), palette.Label }},
	{"arena", 11, false, 0, func(e *Entry, _ time.Time) (string, canvas.Colour) { return e.Arena, palette.Text }},
	{"mode", 11, false, 0, func(e *Entry, _ time.Time) (string, canvas.Colour) { return e.Mode, palette.Text }},
	{"players", 0, false, spacious, func(e *Entry, _ time.Time) (string, canvas.Colour) { return e.pilots(), palette.Text }},
	{"length", 8, true, 0, func(e *Entry, _ time.Time) (string, canvas.Colour) { return e.length(), palette.Text }},
	{"place", 7, true, 0, func(e *Entry, _ time.Time) (string, canvas.Colour) {
		switch text := e.place(); {
		case e.Won:
			return text, palette.Good
		case text == "-":
			return text, palette.Label
		default:
			return text, palette.Strong
		}
	}},
	{"  result", 0, false, 70, func(e *Entry, _ time.Time) (string, canvas.Colour) {
		ink := palette.Text
		if e.Torn || !e.Ended {
			ink = palette.Label
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
func (p *Page) drawAll(s *draw.Sheet, in draw.Area) {
	rows, below := listRows(in.Height)
	list := draw.Rect(in.X+1, in.Y, in.Width-2, rows)
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
		s.Text(list.X+markWidth, list.Y+2, "None has that.", palette.Label)
	}
	p.drawScrollBar(s, list)
	if e := p.Chosen(); e != nil {
		p.drawDetails(s, draw.Rect(in.X, in.Y+rows, in.Width, below), e)
	}
}

// drawFilter draws what is typed to filter by.
func (p *Page) drawFilter(s *draw.Sheet, a draw.Area) {
	text := "/" + canvas.Clean(p.filter)
	if over := canvas.Width(text) - a.Width + 1; over > 0 {
		text = text[over:]
	}
	x := s.Text(a.X, a.Y, text, palette.Accent)
	if p.typing {
		s.Text(x, a.Y, "_", palette.Accent)
	}
}

// drawHeadings draws the names of the columns.
func (p *Page) drawHeadings(s *draw.Sheet, a draw.Area) {
	p.eachColumn(a, func(c *column, x, width int) { c.put(s, x, a.Y, width, c.heading, palette.Label) })
}

// eachColumn has something done with each column that there is room for.
func (p *Page) eachColumn(a draw.Area, do func(c *column, x, width int)) {
	left, sharing := a.Width-markWidth, 0
	for i := range columns {
		if columns[i].least <= a.Width {
			left -= columns[i].in(a)
			sharing += btoi(columns[i].width == 0)
		}
	}
	x := a.X + markWidth
	for i := range columns {
		c := &columns[i]
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
func (c *column) in(a draw.Area) int {
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

func (c *column) put(s *draw.Sheet, x, y, width int, text string, ink canvas.Colour) {
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
func (p *Page) drawRow(s *draw.Sheet, a draw.Area, y, row int) {
	e := &p.all[p.shown[row]]
	chosen := row == p.row
	if chosen {
		s.Fill(a.X-1, y, a.Width+2, 1, palette.Chosen)
		if s.Mode == canvas.ASCII || s.Colourless {
			s.Text(a.X-1, y, ">", palette.ChosenInk)
		}
	}
	inkOf := func(ink canvas.Colour) canvas.Colour {
		switch {
		case chosen:
			return palette.ChosenInk
		case !e.playable():
			return palette.Label
		}
		return ink
	}
	if e.Kept {
		s.Text(a.X, y, "♦", inkOf(palette.Fair))
	}
	p.eachColumn(a, func(c *column, x, width int) {
		text, ink := c.text(e, s.Now)
		c.put(s, x, y, width, text, inkOf(ink))
	})
}

// drawScrollBar draws, beside a list that is longer than its place, which part of it is seen.
func (p *Page) drawScrollBar(s *draw.Sheet, a draw.Area) {
	if len(p.shown) <= p.rows || p.rows < 2 {
		return
	}
	size := max(p.rows*p.rows/len(p.shown), 1)
	at := (p.rows - size) * p.top / (len(p.shown) - p.rows)
	for i := range p.rows {
		sign, ink := "│", palette.Rule
		if i >= at && i < at+size {
			sign, ink = "┃", palette.Label
		}
		s.Text(a.X+a.Width+1, a.Y+1+i, sign, ink)
	}
}
