package ui

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/rivo/tview"

	"dogfight/net"
	"dogfight/net/admission"
)

// Moderation is what the host of a match can do about the players in it.
type Moderation struct {
	Pilots func() ([]net.Present, error)
	Kick   func(id uint16, reason string) error
	Mute   func(id uint16, on bool) error
	// Ban bans a player. Unless sure, it returns a *net.UnsureError with the others it would hit.
	Ban   func(id uint16, by net.BanBy, sure bool) error
	Bans  func() []admission.Ban
	Unban func(what string) error
}

const (
	longMenuWidth = 56
	longMenuRows  = 10 // that show at once
)

// newModeration lists the other players in the match; each leads to what can be done about
// them.
func newModeration(a *app, may *Moderation) *panel {
	menu := newMenu(panelColor)
	all, err := may.Pilots()
	for _, p := range all {
		if !p.Bot && p.ID != a.flight.view.Pilot {
			menu.AddItem(tview.Escape(playerLine(p)), "", 0, func() { a.push(newPlayerActions(a, may, p)) })
		}
	}
	switch {
	case err != nil:
		menu.AddItem(err.Error(), "", 0, a.pop)
	case menu.GetItemCount() == 0:
		menu.AddItem("No other players", "", 0, a.pop)
	}
	if n := len(may.Bans()); n > 0 {
		menu.AddItem(fmt.Sprintf("Bans (%d)", n), "", 'b', func() { a.push(newBans(a, may)) })
	}
	return longMenu(a, menu, "Kick, mute, ban")
}

// playerLine describes a player.
func playerLine(p net.Present) string {
	words := []string{p.Name}
	for _, r := range []struct {
		so   bool
		word string
	}{{p.Spectates, "spectator"}, {p.Away, "away"}, {p.Muted, "muted"}} {
		if r.so {
			words = append(words, r.word)
		}
	}
	if at := admission.BanAddress(p.Address); at != "" {
		words = append(words, at)
	}
	return strings.Join(words, " · ")
}

// newPlayerActions offers what can be done about a player.
func newPlayerActions(a *app, may *Moderation, p net.Present) *panel {
	menu := newMenu(panelColor)
	do := func(what func() error) func() { return func() { a.seeTo(may, what()) } }
	menu.AddItem("Back", "", 'b', a.pop)
	menu.AddItem("Kick (may rejoin)", "", 'k', do(func() error { return may.Kick(p.ID, "") }))
	if p.Muted {
		menu.AddItem("Unmute", "", 'm', do(func() error { return may.Mute(p.ID, false) }))
	} else {
		menu.AddItem("Mute for everyone", "", 'm', do(func() error { return may.Mute(p.ID, true) }))
	}
	at := admission.BanPlace(p.Address)
	switch {
	case p.Identity != "" && at != "":
		menu.AddItem("Ban key and address "+at, "", 'a', func() { a.ban(may, p, net.ByBoth) })
		menu.AddItem("Ban key only", "", 'p', func() { a.ban(may, p, net.ByKey) })
	case p.Identity != "":
		menu.AddItem("Ban key", "", 'p', func() { a.ban(may, p, net.ByKey) })
	case at != "":
		menu.AddItem("Ban address "+at, "", 'a', func() { a.ban(may, p, net.ByAddress) })
	}
	return longMenu(a, menu, p.Name)
}

// ban bans a player, and asks first if that would hit others.
func (a *app) ban(may *Moderation, p net.Present, by net.BanBy) {
	err := may.Ban(p.ID, by, false)
	var asks *net.UnsureError
	if !errors.As(err, &asks) {
		a.seeTo(may, err)
		return
	}
	a.push(newBanWarning(a, may, p, by, asks.Hit))
}

// newBanWarning lists the players that a ban would hit, and asks which to ban.
func newBanWarning(a *app, may *Moderation, p net.Present, by net.BanBy, hit []net.Present) *panel {
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
		menu.AddItem(tview.Escape("  bans "+playerLine(other)), "", 0, func() {})
	}
	return longMenu(a, menu, "This bans more than one player")
}

// newBans lists the bans; selecting one lifts it.
func newBans(a *app, may *Moderation) *panel {
	menu := newMenu(panelColor)
	for _, b := range may.Bans() {
		menu.AddItem(tview.Escape(cmp.Or(b.Comment, "?")+" · "+strings.Join(b.All(), ", ")), "", 0, func() { a.seeTo(may, may.Unban(b.What)) })
	}
	return longMenu(a, menu, "Bans: Enter lifts one")
}

// seeTo returns to the updated list from a page that it led to, and shows the error,
// if any.
func (a *app) seeTo(may *Moderation, err error) {
	a.pop()
	a.pop()
	a.push(newModeration(a, may))
	if err != nil {
		a.push(newMessage(a, "Could not do that", err.Error()))
	}
}

// longMenu puts a menu that may be long into a box that covers those below it.
func longMenu(a *app, menu *tview.List, title string) *panel {
	foot := tview.NewTextView().SetTextColor(labelColor).SetText(a.hint("Enter selects · ↑↓ move · Esc back"))
	rows := tview.NewFlex().SetDirection(tview.FlexRow).AddItem(menu, 0, 1, true).AddItem(foot, 1, 0, false)
	rows.SetBorder(true).SetTitle(" "+tview.Escape(title)+" ").SetBorderPadding(1, 0, 2, 2)
	p := &panel{root: rows, width: longMenuWidth, height: longMenuRows + 5, back: a.pop}
	p.focus(menu)
	return p
}
