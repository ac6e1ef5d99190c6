package ui

import (
	"github.com/rivo/tview"

	"dogfight/ui/keys"
)

const messageWidth = 56

// newMessage shows a message until Enter or Esc.
func newMessage(a *App, headline, text string) *panel {
	return newMessageUntil(a, headline, text, "Press Enter or Esc to continue", func(key keys.Key) bool { return key == keys.Enter })
}

// newNotice shows a message until any key is pressed.
func newNotice(a *App, headline, text string) *panel {
	return newMessageUntil(a, headline, text, "Press any key to continue", func(keys.Key) bool { return true })
}

// newMessageUntil shows a message until Esc or one of certain keys.
func newMessageUntil(a *App, headline, text, hint string, goesOn func(keys.Key) bool) *panel {
	lines := len(tview.WordWrap(tview.Escape(text), messageWidth-6))
	words := tview.NewTextView().SetWordWrap(true).SetText(text)
	foot := tview.NewTextView().SetTextColor(labelColor).SetText(a.hint(hint))
	rows := tview.NewFlex().SetDirection(tview.FlexRow).
		AddItem(words, 0, 1, false).AddItem(foot, 1, 0, true)
	rows.SetBorder(true).SetTitle(" "+headline+" ").SetBorderPadding(1, 0, 2, 2)
	p := &panel{root: rows, width: messageWidth, height: lines + 5, back: a.pop}
	p.press = func(ev keys.Event) (left keys.Event) {
		if goesOn(ev.Key) {
			a.pop()
		}
		return left
	}
	p.focus(foot)
	return p
}
