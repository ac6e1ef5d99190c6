package ui

import (
	"errors"
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"
)

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
