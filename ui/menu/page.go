// Package records draws the page of the records: the player's own career, in tabs and, where there is room, on one
// page, and what everybody did.
package menu

import (
	"strings"
	"time"

	"dogfight/game/career"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
)

// Page is the page of the records. It belongs to one goroutine.
type RecordsPage struct {
	Canvas    canvas.Canvas
	Career    *career.Career
	Problem   string                         // why there is no Career
	Everybody func(width int) string         // what all did, in lines of so many columns at most
	Title     func(kind, name string) string // what to call a class or a weapon

	tab   int
	roomy bool // the first tab has several panels
	list  scroll
	lines []string // of everybody
	room  int      // the columns for which they were written
}

// tabs are the page's, of which one shows at a time.
var tabs = [...]struct {
	title   string
	draw    func(p *RecordsPage, s *canvas.Sheet, a canvas.Area)
	scrolls bool
}{
	{"Career", (*RecordsPage).drawOverview, false}, {"Ships and guns", (*RecordsPage).drawArms, false}, {"Rivals", (*RecordsPage).drawRivals, true},
	{"Matches", (*RecordsPage).drawMatches, true}, {"Everybody", (*RecordsPage).drawEverybody, true},
}

// everybody is the tab that does not need a career.
const everybody = len(tabs) - 1

// The size of the page.
const (
	mostWidth   = 132
	mostHeight  = 48
	largeWidth  = 116
	largeHeight = 34

	newcomerWidth  = 78 // of one on which little stands yet
	newcomerHeight = 24

	sideWidth = 49 // of the panels at the right of a large one, at least
	sideGap   = 4
)

// Draw draws the page in the middle of a terminal, over what is there.
func (p *RecordsPage) Draw(t canvas.Screen, now time.Time) {
	width, height := t.Size()
	most, tallest := mostWidth, mostHeight
	if p.isNew() && p.tab != everybody {
		most, tallest = newcomerWidth, newcomerHeight
	}
	on := canvas.Inset{Screen: t, Width: min(width-2, most), Height: min(height, tallest)}
	on.X, on.Y = (width-on.Width)/2, (height-on.Height)/2
	p.Canvas.Resize(on.Size())
	s := canvas.Sheet{Canvas: &p.Canvas, Now: now, Colourless: t.Colours() == 0}
	in := s.Panel(canvas.Rect(0, 0, on.Width, on.Height), p.heading())
	p.roomy = on.Width >= largeWidth && on.Height >= largeHeight
	p.drawTabs(&s, in)
	body := canvas.Rect(in.X, in.Y+2, in.Width, in.Height-4)
	tabs[p.tab].draw(p, &s, body)
	s.Centred(in, in.Height-1, p.hint(), canvas.LabelInk)
	p.Canvas.Draw(on)
}

func (p *RecordsPage) heading() string {
	if p.Career == nil || p.Career.Name == "" {
		return "Records"
	}
	return "Records of " + canvas.Clean(p.Career.Name)
}

func (p *RecordsPage) drawTabs(s *canvas.Sheet, in canvas.Area) {
	x := in.X
	for i, t := range tabs {
		ink := canvas.LabelInk
		if i == p.tab {
			s.Fill(x-1, in.Y, len(t.title)+2, 1, canvas.Chosen)
			ink = canvas.ChosenInk
			if s.Mode == canvas.ASCII || s.Colourless {
				s.Text(x-1, in.Y, "[", ink)
				s.Text(x+len(t.title), in.Y, "]", ink)
			}
		}
		x = s.Text(x, in.Y, t.title, ink) + 2
	}
}

func (p *RecordsPage) hint() string {
	if tabs[p.tab].scrolls && p.list.most > 0 {
		return "←→ choose · ↑↓ PgUp PgDn scroll · Esc back"
	}
	return "←→ choose · Esc back"
}

// Key takes a key, other than Esc.
func (p *RecordsPage) Key(ev input.Event) {
	switch {
	case ev.Key == input.KeyLeft, ev.Key == input.KeyTab && ev.Mods&input.Shift != 0:
		p.turn(-1)
	case ev.Key == input.KeyRight, ev.Key == input.KeyTab:
		p.turn(1)
	default:
		p.list.key(ev.Key)
	}
}

func (p *RecordsPage) turn(by int) {
	p.tab = (p.tab + by + len(tabs)) % len(tabs)
	p.list = scroll{}
}

// drawOverview draws what a career adds up to and, where there is room, the other panels beside that.
func (p *RecordsPage) drawOverview(s *canvas.Sheet, a canvas.Area) {
	switch {
	case p.isNew():
		p.drawNewcomer(s, a)
	case p.roomy:
		p.drawAll(s, a)
	default:
		p.drawCareer(s, a)
	}
}

// drawAll draws all panels of the career, side by side.
func (p *RecordsPage) drawAll(s *canvas.Sheet, a canvas.Area) {
	width := max(sideWidth, (a.Width-sideGap)*9/20)
	left := canvas.Rect(a.X, a.Y, a.Width-width-sideGap, a.Height)
	right := canvas.Rect(a.X+a.Width-width, a.Y, width, a.Height)
	p.drawCareer(s, left)
	below := p.drawArmsIn(s, right, 1) + 1
	rivals := min(len(p.Career.Rivals), max((right.Y+right.Height-below)/2-2, 3)) + 2
	s.Heading(canvas.Rect(right.X, below, right.Width, 1), "rivals")
	p.list.fit(0, 0)
	p.drawRivals(s, canvas.Rect(right.X, below+1, right.Width, rivals))
	below += rivals + 2
	s.Heading(canvas.Rect(right.X, below, right.Width, 1), "last matches")
	p.drawMatches(s, canvas.Rect(right.X, below+1, right.Width, right.Y+right.Height-below-1))
	p.list = scroll{}
}

// drawCareer draws what a career adds up to.
func (p *RecordsPage) drawCareer(s *canvas.Sheet, a canvas.Area) {
	medals, figures := p.medalRows(a.Width), figureRows(a.Width)
	chart := a.Height - medals - figures - 2
	p.drawRating(s, canvas.Rect(a.X, a.Y, a.Width, chart))
	p.drawFigures(s, canvas.Rect(a.X, a.Y+chart+1, a.Width, figures))
	p.drawMedals(s, canvas.Rect(a.X, a.Y+chart+figures+2, a.Width, medals))
}

// isNew reports whether there is no career to be shown.
func (p *RecordsPage) isNew() bool { return p.Career == nil || p.Career.Matches == 0 }

// drawEverybody draws the records of all.
func (p *RecordsPage) drawEverybody(s *canvas.Sheet, a canvas.Area) {
	if p.room != a.Width {
		p.room, p.lines = a.Width, nil
		for line := range strings.SplitSeq(strings.TrimRight(p.Everybody(a.Width), "\n"), "\n") {
			p.lines = append(p.lines, canvas.Wrap(line, a.Width)...)
			if line == "" {
				p.lines = append(p.lines, "")
			}
		}
	}
	p.list.fit(len(p.lines), a.Height)
	for i, line := range p.lines[p.list.at:min(p.list.at+a.Height, len(p.lines))] {
		s.Text(a.X, a.Y+i, canvas.Cut(line, a.Width), canvas.TextInk)
	}
}
