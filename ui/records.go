package ui

import (
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"
)

// Records writes what is kept of pilots and matches, in lines of so many columns at
// most.
type Records func(width int) string

// MostRecords is how many pilots and matches the screen shows.
const MostRecords = 100

// recordsPage shows the Records. Wider screens show more of them.
type recordsPage struct {
	panel
	text  *tview.TextView
	write Records
	room  int // the columns that the text was written for
}

// The page takes so many columns at most, of which some are not for the text.
const (
	recordsWidth  = 86
	recordsMargin = 6
)

func newRecords(a *App) *recordsPage {
	text := tview.NewTextView()
	hint := tview.NewTextView().SetTextColor(labelColor).SetText("↑↓ PgUp PgDn scroll · Esc back")
	rows := tview.NewFlex().SetDirection(tview.FlexRow).
		AddItem(text, 0, 1, true).AddItem(nil, 1, 0, false).AddItem(hint, 1, 0, false)
	rows.SetBorder(true).SetTitle(" Records ").SetBorderPadding(1, 0, 2, 2)
	p := &recordsPage{panel: panel{root: rows, width: recordsWidth, height: helpHeight, inSpace: true, back: a.pop}, text: text}
	p.focus(text)
	p.write = recordsOf(a.conf.Records)
	return p
}

// recordsOf reads the Records anew.
func recordsOf(read func() (Records, error)) Records {
	problem := "Nothing is kept here."
	if read != nil {
		records, err := read()
		if err == nil {
			return records
		}
		problem = err.Error()
	}
	return func(int) string { return problem }
}

func (p *recordsPage) Draw(s tcell.Screen, now time.Time) {
	width, _ := s.Size()
	if room := min(p.width, width) - recordsMargin; room != p.room {
		p.room = room
		p.text.SetText(p.write(room))
	}
	p.panel.Draw(s, now)
}
