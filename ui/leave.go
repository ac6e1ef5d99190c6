package ui

import (
	"fmt"

	"github.com/rivo/tview"

	"dogfight/proto"
)

// leaveMatch leaves, and asks before if the match ends for others by that.
func (a *App) leaveMatch() {
	if n := a.flight.guests(); n > 0 {
		a.push(newLeave(a, n))
		return
	}
	a.land("", nil)
}

// guests returns how many people are in a match that the player hosts, besides him.
func (f *flight) guests() (n int) {
	if f.session.Hosted == nil {
		return 0
	}
	for _, p := range f.view.Roster {
		if p.Flags&(proto.BotPilot|proto.Away) == 0 && p.ID != f.view.Pilot {
			n++
		}
	}
	return n
}

// newLeave asks whether to leave a match that so many others are in.
func newLeave(a *App, n int) *panel {
	who := fmt.Sprintf("%d players are in your match; it ends for them.", n)
	if n == 1 {
		who = "1 player is in your match; it ends for them."
	}
	words := tview.NewTextView().SetWordWrap(true).SetText(who)
	menu := newMenu(panelColor)
	menu.AddItem("Stay", "", 's', a.pop)
	menu.AddItem("Leave and end the match", "", 'l', func() { a.land("", nil) })
	rows := tview.NewFlex().SetDirection(tview.FlexRow).AddItem(words, 2, 0, false).AddItem(menu, 0, 1, true)
	rows.SetBorder(true).SetTitle(" Leave? ").SetBorderPadding(1, 1, 2, 2)
	p := &panel{root: rows, width: messageWidth, height: 8, back: a.pop}
	p.focus(menu)
	return p
}
