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
	"dogfight/game/career"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/menu"
)

// newHelp shows how to play, with the ships and weapons of the match, or the
// usual ones when there is none.
func newHelp(a *app, s *game.Setup) *panel {
	if s == nil {
		s = usualSetup()
	}
	how := assets.Help()
	if a.ofPad {
		how = assets.HelpForPad()
	}
	text := tview.NewTextView().SetText(strings.TrimRight(how, "\n") + "\n\n" + tables(s))
	p := scrolled(a, "Help", text, MinWidth)
	p.back = a.pop
	p.focus(text)
	return &p
}

// tables lists ships and weapons in the units of the data files, if any are known.
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

// Daily is the challenge of today, and how the player did.
type Daily struct {
	Used bool                   // the try that counts was made
	Text func(width int) string // all of it, in lines of at most that many columns
}

var errNoDaily = errors.New("there is no challenge here")

// dailyPage shows the challenge of today and leads to it.
type dailyPage struct {
	panel
	text  *tview.TextView
	write func(width int) string
	room  int // the columns that the text was written for
}

const (
	dailyWidth  = 66
	dailyHeight = 26
	dailyMargin = 6
	dailyRules  = "One try a day counts, from the moment you start it, also if you leave it before its end. Practice counts for nothing, before and after."
	dailyUsed   = "Today's try is used up. Practice counts for nothing; the next challenge begins at midnight, UTC."
)

func newDaily(a *app) *dailyPage {
	day, problem := dailyOf(a.conf.Daily)
	p := &dailyPage{text: tview.NewTextView(), write: day.Text}
	told := tview.NewTextView().SetWordWrap(true).SetTextColor(labelColor).SetText(dailyRules)
	fly := func(rated bool) func() {
		return func() {
			a.pop() // so that the title is below the match
			if err := a.launched(a.conf.Launcher.Daily(rated, a.conf.Pilot)); err != nil {
				a.push(newMessage(a, "Could not start the challenge", err.Error()))
			}
		}
	}
	menu := newMenu(panelColor)
	if !day.Used && problem == nil {
		menu.AddItem("Fly today's try: it counts", "", 't', fly(true))
	}
	if day.Text != nil {
		menu.AddItem("Practise", "", 'p', fly(false))
	}
	menu.AddItem("Back", "", 'b', a.pop)
	switch {
	case day.Used:
		told.SetText(dailyUsed)
	case problem != nil:
		told.SetTextColor(badColor).SetText(problem.Error())
	}
	rows := tview.NewFlex().SetDirection(tview.FlexRow).
		AddItem(p.text, 0, 1, false).AddItem(told, 4, 0, false).AddItem(menu, menu.GetItemCount(), 0, true)
	rows.SetBorder(true).SetTitle(" Daily challenge ").SetBorderPadding(1, 0, 2, 2)
	p.panel = panel{root: rows, width: dailyWidth, height: dailyHeight, back: a.pop}
	p.focus(menu)
	return p
}

// dailyOf reads the challenge of today.
func dailyOf(read func() (Daily, error)) (Daily, error) {
	if read == nil {
		return Daily{}, errNoDaily
	}
	return read()
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
