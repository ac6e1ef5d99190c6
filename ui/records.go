package ui

import (
	"time"

	"github.com/gdamore/tcell/v2"

	"dogfight/game/career"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/menu"
)

// Records formats the records of pilots and matches in lines of at most width columns.
type Records func(width int) string

// MostRecords is how many pilots and matches the screen shows.
const MostRecords = 100

// recordsPage shows the player's career, and the Records of all.
type recordsPage struct {
	app   *app
	page  menu.RecordsPage
	paste paste // of which nothing is taken
}

func newRecords(a *app) *recordsPage {
	p := &recordsPage{app: a, page: menu.RecordsPage{
		Canvas:    canvas.Canvas{Mode: a.mode(), Palette: a.palette, Sky: canvas.Sky, Scenery: canvas.Border},
		Everybody: recordsOf(a.conf.Records),
		Title:     titleOf,
	}}
	if a.fewerBytes() {
		p.page.Canvas.Palette = canvas.FewTones(a.palette)
	}
	p.page.Career, p.page.Problem = careerOf(a.conf.Career)
	return p
}

// recordsOf reads the Records.
func recordsOf(read func() (Records, error)) Records {
	problem := "No records are kept."
	if read != nil {
		records, err := read()
		if err == nil {
			return records
		}
		problem = err.Error()
	}
	return func(int) string { return problem }
}

// careerOf reads the player's career.
func careerOf(read func() (*career.Career, error)) (c *career.Career, problem string) {
	if read == nil {
		return nil, ""
	}
	c, err := read()
	if err != nil {
		return nil, err.Error()
	}
	return c, ""
}

// titleOf returns what a class or a weapon of the usual ones is called; others go by their names.
func titleOf(kind, name string) string {
	s := usualSetup()
	for i := range s.Classes {
		if kind == "class" && s.Classes[i].Name == name {
			return s.Classes[i].Title
		}
	}
	for i := range s.Weapons {
		if kind == "weapon" && s.Weapons[i].Name == name {
			return s.Weapons[i].Title
		}
	}
	return canvas.Clean(name)
}

func (p *recordsPage) Draw(_ tcell.Screen, now time.Time) { p.page.Draw(p.app.term.Grid(), now) }

func (p *recordsPage) Event(ev input.Event, _ time.Time) {
	_, pasted := p.paste.take(ev)
	switch {
	case pasted || !ev.IsPress():
	case ev.Key == input.KeyEscape:
		p.app.pop()
	default:
		p.page.Key(ev)
	}
}
