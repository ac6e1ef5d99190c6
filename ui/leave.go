package ui

import (
	"fmt"

	"github.com/rivo/tview"

	"dogfight/proto"
)

// leaveMatch leaves, and asks first if that ends the match for others.
func (a *app) leaveMatch() {
	if n := a.flight.otherPlayers(); n > 0 {
		a.push(newLeave(a, n))
		return
	}
	a.land("", nil)
}

// otherPlayers returns how many other players are in a match that this player hosts.
func (f *flight) otherPlayers() (n int) {
	if f.session.Host == nil {
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
func newLeave(a *app, n int) *panel {
	who := fmt.Sprintf("%d other players are in your match. If you leave, it ends for them too.", n)
	if n == 1 {
		who = "1 other player is in your match. If you leave, it ends for them too."
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
