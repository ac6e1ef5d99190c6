// Package menu draws the pages of records and replays, and the chart of an arena. Pages are drawn from values and return
// the player's actions.
package menu

import (
	"strings"
	"time"

	"dogfight/game/career"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
)

// RecordsPage is the page of the records: the player's own career, in tabs and, in a large window, on one page, and the
// records of all players. It belongs to one goroutine.
type RecordsPage struct {
	Canvas  canvas.Canvas
	Career  *career.Career
	Problem string                         // why Career is nil
	All     func(width int) string         // records of all players, in lines of at most so many columns
	Title   func(kind, name string) string // of a class or a weapon

	tab   int
	large bool // the first tab has several panels
	list  scroll
	lines []string // of All
	room  int      // columns of lines
}

// tabs are the tabs of the page.
var tabs = [...]struct {
	title   string
	draw    func(p *RecordsPage, s *canvas.Sheet, a canvas.Area)
	scrolls bool
}{
	{"Career", (*RecordsPage).drawOverview, false}, {"Ships and guns", (*RecordsPage).drawArms, false}, {"Rivals", (*RecordsPage).drawRivals, true},
	{"Matches", (*RecordsPage).drawMatches, true}, {"Everybody", (*RecordsPage).drawAll, true},
}

// allPlayers is the tab that needs no career.
const allPlayers = len(tabs) - 1

// The size of the page.
const (
	mostWidth   = 132
	mostHeight  = 48
	largeWidth  = 116
	largeHeight = 34

	newcomerWidth  = 78 // of a page without matches
	newcomerHeight = 24

	sideWidth = 49 // least width of the right panels of a large page
	sideGap   = 4
)

// Draw draws the page in the middle of a terminal.
func (p *RecordsPage) Draw(t canvas.Screen, now time.Time) {
	width, height := mostWidth, mostHeight
	if p.isNew() && p.tab != allPlayers {
		width, height = newcomerWidth, newcomerHeight
	}
	drawPage(t, &p.Canvas, width, height, p.heading(), now, func(s *canvas.Sheet, in canvas.Area) {
		w, h := p.Canvas.Size()
		p.large = w >= largeWidth && h >= largeHeight
		p.drawTabs(s, in)
		body := canvas.Rect(in.X, in.Y+2, in.Width, in.Height-4)
		if p.isNew() && p.tab != allPlayers {
			p.drawNewcomer(s, body)
		} else {
			tabs[p.tab].draw(p, s, body)
		}
		hint := "←→ choose · Esc back"
		if tabs[p.tab].scrolls && p.list.most > 0 {
			hint = "←→ choose · ↑↓ PgUp PgDn scroll · Esc back"
		}
		s.Centred(in, in.Height-1, hint, canvas.LabelInk)
	})
}

// drawPage draws a page of at most that size, with a border, in the middle of a terminal.
func drawPage(t canvas.Screen, c *canvas.Canvas, width, height int, heading string, now time.Time, draw func(s *canvas.Sheet, in canvas.Area)) {
	w, h := t.Size()
	on := canvas.Inset{Screen: t, Width: min(w-2, width), Height: min(h, height)}
	on.X, on.Y = (w-on.Width)/2, (h-on.Height)/2
	c.Resize(on.Size())
	s := canvas.Sheet{Canvas: c, Now: now, Colourless: t.Colours() == 0}
	draw(&s, s.Panel(canvas.Rect(0, 0, on.Width, on.Height), heading))
	c.Draw(on)
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

// Key handles a key other than Esc.
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

// drawOverview draws the career and, in a large window, the other panels beside it.
func (p *RecordsPage) drawOverview(s *canvas.Sheet, a canvas.Area) {
	if !p.large {
		p.drawCareer(s, a)
		return
	}
	width := max(sideWidth, (a.Width-sideGap)*9/20)
	p.drawCareer(s, canvas.Rect(a.X, a.Y, a.Width-width-sideGap, a.Height))
	right := canvas.Rect(a.X+a.Width-width, a.Y, width, a.Height)
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

// isNew reports whether the player has no matches.
func (p *RecordsPage) isNew() bool { return p.Career == nil || p.Career.Matches == 0 }

// promises are the future contents of a page without matches.
var promises = [...]string{
	"your rating after each match, as a line",
	"accuracy and K/D with each ship and each gun",
	"who destroys you, and whom you destroy",
	"your last matches, and the medals that you earn:",
}

// drawNewcomer draws the promises, or the problem.
func (p *RecordsPage) drawNewcomer(s *canvas.Sheet, a canvas.Area) {
	if p.Problem != "" {
		s.Wrapped(canvas.Rect(a.X, a.Y, a.Width, a.Height), p.Problem)
		return
	}
	s.Text(a.X, a.Y, "No match of yours yet. Play one, and here stand", canvas.Strong)
	y := a.Y + 1
	for _, line := range promises {
		s.Text(a.X+2, y, line, canvas.TextInk)
		y++
	}
	y++
	for _, m := range career.Medals {
		if y == a.Y+a.Height {
			return
		}
		s.Text(a.X+2, y, "♦", canvas.Fair)
		s.Text(a.X+4, y, m.Title, canvas.TextInk)
		s.Text(a.X+4+medalTitle, y, m.Rule, canvas.LabelInk)
		y++
	}
}

// drawAll draws the records of all players.
func (p *RecordsPage) drawAll(s *canvas.Sheet, a canvas.Area) {
	if p.room != a.Width {
		p.room, p.lines = a.Width, nil
		for line := range strings.SplitSeq(strings.TrimRight(p.All(a.Width), "\n"), "\n") {
			p.lines = append(p.lines, canvas.Wrap(line, a.Width)...)
			if line == "" {
				p.lines = append(p.lines, "")
			}
		}
	}
	p.list.fit(len(p.lines), a.Height)
	for i, line := range p.lines[p.list.at:min(p.list.at+a.Height, len(p.lines))] {
		s.CutText(a.X, a.Y+i, line, a.Width, canvas.TextInk)
	}
}

// scroll is the position of a list that is longer than its place.
type scroll struct {
	at   int // hidden lines above
	most int
	page int // visible lines
}

// fit sets the number of lines, and of visible ones.
func (s *scroll) fit(lines, place int) {
	s.page = max(place, 1)
	s.most = max(lines-s.page, 0)
	s.at = min(s.at, s.most)
}

func (s *scroll) key(k input.Key) {
	s.at = moved(s.at, k, s.page, s.most)
}

// moved returns the position in a list after a key, with pages of so many lines.
func moved(at int, k input.Key, page, last int) int {
	switch k {
	case input.KeyUp:
		at--
	case input.KeyDown:
		at++
	case input.KeyPgUp:
		at -= max(page-1, 1)
	case input.KeyPgDn:
		at += max(page-1, 1)
	case input.KeyHome:
		at = 0
	case input.KeyEnd:
		at = last
	}
	return max(min(at, last), 0)
}
