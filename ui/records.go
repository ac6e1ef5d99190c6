package ui

import (
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"
)

// Records formats the records of pilots and matches in lines of at most width columns.
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
	p := &recordsPage{panel: scrolled("Records", text, recordsWidth), text: text}
	p.back = a.pop
	p.focus(text)
	p.write = recordsOf(a.conf.Records)
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

func (p *recordsPage) Draw(s tcell.Screen, now time.Time) {
	width, _ := s.Size()
	if room := min(p.width, width) - recordsMargin; room != p.room {
		p.room = room
		p.text.SetText(p.write(room))
	}
	p.panel.Draw(s, now)
}
