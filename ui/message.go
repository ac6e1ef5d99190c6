package ui

import (
	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"
)

const messageWidth = 56

// newMessage says something that the player has to take note of.
func newMessage(a *App, headline, text string) *panel {
	lines := len(tview.WordWrap(tview.Escape(text), messageWidth-6))
	words := tview.NewTextView().SetWordWrap(true).SetText(text)
	hint := tview.NewTextView().SetTextColor(labelColor).SetText("Enter or Esc goes on")
	rows := tview.NewFlex().SetDirection(tview.FlexRow).
		AddItem(words, 0, 1, false).AddItem(hint, 1, 0, true)
	rows.SetBorder(true).SetTitle(" "+headline+" ").SetBorderPadding(1, 0, 2, 2)
	rows.SetInputCapture(func(ev *tcell.EventKey) *tcell.EventKey {
		if ev.Key() == tcell.KeyEnter {
			a.pop()
		}
		return nil
	})
	p := &panel{root: rows, width: messageWidth, height: lines + 5, inSpace: a.flight == nil, back: a.pop}
	p.focus(hint)
	return p
}
