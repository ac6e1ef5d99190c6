package ui

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/rivo/tview"

	"dogfight/net"
	"dogfight/net/bans"
)

// Authority is what whoever hosts a match may do with those in it.
type Authority struct {
	Pilots func() ([]net.Present, error)
	Kick   func(id uint16, reason string) error
	Mute   func(id uint16, on bool) error
	// Ban bans a pilot. A *net.UnsureError, unless one is sure, says whom else it would hit.
	Ban   func(id uint16, by net.BanBy, sure bool) error
	Bans  func() []bans.Ban
	Unban func(what string) error
}

const (
	guestsWidth = 56
	guestsRows  = 10 // that show at once
)

// newGuests lists everybody who can be thrown out of the match, and leads to what
// can be done with each.
func newGuests(a *App, may *Authority) *panel {
	menu := newMenu(panelColor)
	all, err := may.Pilots()
	for _, p := range all {
		if !p.Bot && p.ID != a.flight.view.Pilot {
			menu.AddItem(tview.Escape(guestLine(p)), "", 0, func() { a.push(newGuest(a, may, p)) })
		}
	}
	switch {
	case err != nil:
		menu.AddItem(err.Error(), "", 0, a.pop)
	case menu.GetItemCount() == 0:
		menu.AddItem("Nobody else is here", "", 0, a.pop)
	}
	if n := len(may.Bans()); n > 0 {
		menu.AddItem(fmt.Sprintf("Bans (%d)", n), "", 'b', func() { a.push(newBans(a, may)) })
	}
	return guestPanel(a, menu, "Kick, mute, ban")
}

// guestLine tells who somebody is.
func guestLine(p net.Present) string {
	words := []string{p.Name}
	for _, r := range []struct {
		so   bool
		word string
	}{{p.Spectates, "spectates"}, {p.Away, "away"}, {p.Muted, "muted"}} {
		if r.so {
			words = append(words, r.word)
		}
	}
	if at := bans.Address(p.Address); at != "" {
		words = append(words, at)
	}
	return strings.Join(words, " · ")
}

// newGuest is what can be done with one of them.
func newGuest(a *App, may *Authority, p net.Present) *panel {
	menu := newMenu(panelColor)
	do := func(what func() error) func() { return func() { a.seeTo(may, what()) } }
	menu.AddItem("Back", "", 'b', a.pop)
	menu.AddItem("Kick (may rejoin)", "", 'k', do(func() error { return may.Kick(p.ID, "") }))
	if p.Muted {
		menu.AddItem("Let talk again", "", 'm', do(func() error { return may.Mute(p.ID, false) }))
	} else {
		menu.AddItem("Mute for everyone", "", 'm', do(func() error { return may.Mute(p.ID, true) }))
	}
	at := bans.Place(p.Address)
	switch {
	case p.Identity != "" && at != "":
		menu.AddItem("Ban key and address "+at, "", 'a', func() { a.ban(may, p, net.ByBoth) })
		menu.AddItem("Ban key only", "", 'p', func() { a.ban(may, p, net.ByKey) })
	case p.Identity != "":
		menu.AddItem("Ban key", "", 'p', func() { a.ban(may, p, net.ByKey) })
	case at != "":
		menu.AddItem("Ban address "+at, "", 'a', func() { a.ban(may, p, net.ByAddress) })
	}
	return guestPanel(a, menu, p.Name)
}

// ban bans a pilot, and asks first if that would hit others.
func (a *App) ban(may *Authority, p net.Present, by net.BanBy) {
	err := may.Ban(p.ID, by, false)
	var asks *net.UnsureError
	if !errors.As(err, &asks) {
		a.seeTo(may, err)
		return
	}
	a.push(newBanned(a, may, p, by, asks.Hit))
}

// newBanned lists whom a ban would hit, before it does.
func newBanned(a *App, may *Authority, p net.Present, by net.BanBy, hit []net.Present) *panel {
	menu := newMenu(panelColor)
	done := func(by net.BanBy) func() {
		return func() {
			err := may.Ban(p.ID, by, true)
			a.pop()
			a.seeTo(may, err)
		}
	}
	menu.AddItem("Back", "", 'b', a.pop)
	menu.AddItem(fmt.Sprintf("Ban all %d", len(hit)), "", 'a', done(by))
	if p.Identity != "" {
		menu.AddItem("Ban "+tview.Escape(p.Name)+" by key only", "", 'p', done(net.ByKey))
	}
	for _, other := range hit {
		menu.AddItem(tview.Escape("  hits "+guestLine(other)), "", 0, func() {})
	}
	return guestPanel(a, menu, "This hits more than one")
}

// newBans lists who is banned, and lets in again who is chosen.
func newBans(a *App, may *Authority) *panel {
	menu := newMenu(panelColor)
	for _, b := range may.Bans() {
		menu.AddItem(tview.Escape(cmp.Or(b.Comment, "?")+" · "+strings.Join(b.All(), ", ")), "", 0, func() { a.seeTo(may, may.Unban(b.What)) })
	}
	return guestPanel(a, menu, "Enter lets in again")
}

// seeTo goes back to the list, as it is now, from a page that it led to, and tells
// what went wrong there.
func (a *App) seeTo(may *Authority, err error) {
	a.pop()
	a.pop()
	a.push(newGuests(a, may))
	if err != nil {
		a.push(newMessage(a, "It was not to be", err.Error()))
	}
}

// guestPanel puts a menu that may be long into a box, which covers those that led to it.
func guestPanel(a *App, menu *tview.List, title string) *panel {
	foot := tview.NewTextView().SetTextColor(labelColor).SetText("Enter chooses · ↑↓ move · Esc back")
	rows := tview.NewFlex().SetDirection(tview.FlexRow).AddItem(menu, 0, 1, true).AddItem(foot, 1, 0, false)
	rows.SetBorder(true).SetTitle(" "+tview.Escape(title)+" ").SetBorderPadding(1, 0, 2, 2)
	p := &panel{root: rows, width: guestsWidth, height: guestsRows + 5, back: a.pop}
	p.focus(menu)
	return p
}
