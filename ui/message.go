package ui

import (
	"github.com/rivo/tview"

	"dogfight/ui/input"
)

const messageWidth = 56

// newMessage shows a message until Enter or Esc.
func newMessage(a *app, headline, text string) *panel {
	return newMessageUntil(a, headline, text, "Press Enter or Esc to continue", func(key input.Key) bool { return key == input.KeyEnter })
}

// newNotice shows a message until any key is pressed.
func newNotice(a *app, headline, text string) *panel {
	return newMessageUntil(a, headline, text, "Press any key to continue", func(input.Key) bool { return true })
}

// newMessageUntil shows a message until Esc or one of certain keys.
func newMessageUntil(a *app, headline, text, hint string, goesOn func(input.Key) bool) *panel {
	lines := len(tview.WordWrap(tview.Escape(text), messageWidth-6))
	words := tview.NewTextView().SetWordWrap(true).SetText(text)
	foot := tview.NewTextView().SetTextColor(labelColor).SetText(a.hint(hint))
	rows := tview.NewFlex().SetDirection(tview.FlexRow).
		AddItem(words, 0, 1, false).AddItem(foot, 1, 0, true)
	rows.SetBorder(true).SetTitle(" "+headline+" ").SetBorderPadding(1, 0, 2, 2)
	p := &panel{root: rows, width: messageWidth, height: lines + 5, back: a.pop}
	p.press = func(ev input.Event) (left input.Event) {
		if goesOn(ev.Key) {
			a.pop()
		}
		return left
	}
	p.focus(foot)
	return p
}
