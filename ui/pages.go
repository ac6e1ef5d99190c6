package ui

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/menu"
)

// newHelp shows how to play, with the ships and weapons of the match, or the usual ones if s is nil.
func newHelp(a *app, s *game.Setup) *panel {
	if s == nil {
		s = usualSetup()
	}
	how := assets.Help()
	if a.usesPad {
		how = assets.HelpForPad()
	}
	return newScrolled(a, "Help", strings.TrimRight(how, "\n")+"\n\n"+tables(s), MinWidth)
}

// tables lists ships and weapons, if any are known, in the units of the data files.
func tables(s *game.Setup) string {
	if len(s.PilotClasses()) == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%-12s%4s%12s\n", "SHIP", "HP", "SPEED")
	for _, c := range s.PilotClasses() {
		fmt.Fprintf(&b, "%-12s%4d%12d\n", c.Title, c.HP, unitsASecond(c.TopSpeed))
	}
	fmt.Fprintf(&b, "\n%-12s%4s%12s%10s%12s\n", "WEAPON", "DMG", "SHOTS", "SPEED", "RELOAD MS")
	for _, w := range s.PilotWeapons() {
		fmt.Fprintf(&b, "%-12s%4d%12d%10d%12d\n", w.Title, w.Damage, w.Shots, unitsASecond(w.Speed),
			int(w.Cooldown)*1000/game.TickRate)
	}
	return b.String()
}

func unitsASecond(speed int32) int32 { return (speed*game.TickRate + game.One/2) / game.One }

// usualSetup has the ships and weapons of a match without its own.
func usualSetup() *game.Setup {
	return &game.Setup{Classes: assets.Classes(), Weapons: assets.Weapons()}
}

// Daily is today's challenge.
type Daily struct {
	Used bool                   // the try that counts
	Text func(width int) string // in lines of at most that many columns
}

// dailyPage shows today's challenge and starts it.
type dailyPage struct {
	panel
	text  *tview.TextView
	write func(width int) string
	room  int // columns of text
}

const (
	dailyWidth  = 66
	dailyHeight = 26
	dailyMargin = 6
	dailyRules  = "One try a day counts, from the moment you start it, also if you leave it before its end. Practise as often as you like."
	dailyUsed   = "Today's try is used up. Practise as often as you like; the next challenge begins at midnight, UTC."
)

func newDaily(a *app) *dailyPage {
	day, problem := Daily{}, errors.New("there is no challenge here")
	if a.conf.Daily != nil {
		day, problem = a.conf.Daily()
	}
	p := &dailyPage{text: tview.NewTextView(), write: day.Text}
	rules := tview.NewTextView().SetWordWrap(true).SetTextColor(labelColor).SetText(dailyRules)
	fly := func(rated bool) func() {
		return func() {
			a.pop() // the title must be below the match
			if err := a.launched(a.conf.Launcher.Daily(rated, a.conf.Player())); err != nil {
				a.push(newMessage(a, "Could not start the challenge", err.Error()))
			}
		}
	}
	menu := newMenu()
	if !day.Used && problem == nil {
		menu.AddItem("Fly today's try: it counts", "", 't', fly(true))
	}
	if day.Text != nil {
		menu.AddItem("Practise", "", 'p', fly(false))
	}
	menu.AddItem("Back", "", 'b', a.pop)
	switch {
	case day.Used:
		rules.SetText(dailyUsed)
	case problem != nil:
		rules.SetTextColor(badColor).SetText(problem.Error())
	}
	rows := framed("Daily challenge", 0).AddItem(p.text, 0, 1, false).AddItem(rules, 4, 0, false).AddItem(menu, menu.GetItemCount(), 0, true)
	p.panel = panel{root: rows, width: dailyWidth, height: dailyHeight, back: a.pop}
	p.focus(menu)
	return p
}

func (p *dailyPage) Draw(s tcell.Screen, now time.Time) {
	width, _ := s.Size()
	if room := min(p.width, width) - dailyMargin; room != p.room && p.write != nil {
		p.room = room
		p.text.SetText(p.write(room))
	}
	p.panel.Draw(s, now)
}

// Records formats the records of pilots and matches in lines of at most width columns.
type Records func(width int) string

// MostRecords is how many pilots and matches the page shows.
const MostRecords = 100

// recordsPage shows the player's career, and the Records of all.
type recordsPage struct {
	app   *app
	page  menu.RecordsPage
	paste paste
}

func newRecords(a *app) *recordsPage {
	p := &recordsPage{app: a, page: menu.RecordsPage{
		Canvas: a.menuCanvas(),
		All:    func(int) string { return "No records are kept." },
		Title:  titleOf,
	}}
	if a.conf.Records != nil {
		records, err := a.conf.Records()
		if p.page.All = records; err != nil {
			p.page.All = func(int) string { return err.Error() }
		}
	}
	if a.conf.Career != nil {
		c, err := a.conf.Career()
		if p.page.Career = c; err != nil {
			p.page.Career, p.page.Problem = nil, err.Error()
		}
	}
	return p
}

// menuCanvas returns a canvas for the pages of package menu.
func (a *app) menuCanvas() canvas.Canvas {
	c := canvas.Canvas{Mode: a.mode(), Palette: a.palette, Sky: canvas.Sky, Scenery: canvas.Border}
	if a.lowBandwidth() {
		c.Palette = canvas.FewTones(a.palette)
	}
	return c
}

// titleOf returns the title of a usual class or weapon, and the name of others.
func titleOf(kind, name string) string {
	if kind == "class" {
		for _, c := range assets.Classes() {
			if c.Name == name {
				return c.Title
			}
		}
	}
	if kind == "weapon" {
		for _, w := range assets.Weapons() {
			if w.Name == name {
				return w.Title
			}
		}
	}
	return canvas.Clean(name)
}

func (p *recordsPage) Draw(_ tcell.Screen, now time.Time) { p.page.Draw(p.app.term.Grid(), now) }

func (p *recordsPage) Event(ev input.Event, _ time.Time) {
	switch {
	case !p.paste.isPress(ev):
	case ev.Key == input.KeyEscape:
		p.app.pop()
	default:
		p.page.Key(ev)
	}
}
