package ui

import (
	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"
)

const messageWidth = 56

// newMessage says something that the player has to take note of.
func newMessage(a *App, headline, text string) *panel {
	return newMessageUntil(a, headline, text, "Enter or Esc: continue", func(key tcell.Key) bool { return key == tcell.KeyEnter })
}

// newNotice says something before the player does anything, so that no key that
// was meant for something else takes it away.
func newNotice(a *App, headline, text string) *panel {
	return newMessageUntil(a, headline, text, "any key: continue", func(tcell.Key) bool { return true })
}

// newMessageUntil says something until Esc or one of certain keys.
func newMessageUntil(a *App, headline, text, hint string, goesOn func(tcell.Key) bool) *panel {
	lines := len(tview.WordWrap(tview.Escape(text), messageWidth-6))
	words := tview.NewTextView().SetWordWrap(true).SetText(text)
	foot := tview.NewTextView().SetTextColor(labelColor).SetText(hint)
	rows := tview.NewFlex().SetDirection(tview.FlexRow).
		AddItem(words, 0, 1, false).AddItem(foot, 1, 0, true)
	rows.SetBorder(true).SetTitle(" "+headline+" ").SetBorderPadding(1, 0, 2, 2)
	rows.SetInputCapture(func(ev *tcell.EventKey) *tcell.EventKey {
		if goesOn(ev.Key()) {
			a.pop()
		}
		return nil
	})
	p := &panel{root: rows, width: messageWidth, height: lines + 5, inSpace: a.flight == nil, back: a.pop}
	p.focus(foot)
	return p
}
