package ui

import (
	"fmt"
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"

	"dogfight/game"
	"dogfight/proto"
	"dogfight/ui/input"
	"dogfight/ui/play"
)

// newPause is the menu over a match.
func newPause(a *app) *panel {
	menu := newMenu()
	back, leave := "Back to the match", "Leave the match"
	if a.flight.session.Replay != nil {
		back, leave = "Back to the replay", "Leave the replay"
	}
	menu.AddItem(back, "", 'b', a.pop)
	if a.flight.mayPlayAgain() {
		menu.AddItem("Play again", "", 'a', func() { a.pop(); a.flight.session.Match.Ready(true) })
	}
	switch v := a.flight.view; {
	case v.World == nil || v.Setup == nil || v.Foreign || v.Recorded:
	case v.Me >= 0:
		menu.AddItem("Change ship", "", 'c', a.changeShip)
		if p := a.flight.partner; p != nil && p.view.World != nil && p.view.Me >= 0 {
			menu.AddItem("Second pilot's ship", "", '2', a.changePartnersShip)
		}
	case !v.Waiting:
		menu.AddItem("Join the fight", "", 'j', a.joinFight)
	}
	if hosted := a.flight.session.Host; hosted != nil {
		menu.AddItem("Match settings", "", 'm', func() { a.push(newMatchForm(a, hosted)) })
		a.addStartOrEnd(menu, hosted)
		if hosted.Moderation != nil {
			menu.AddItem("Kick, mute, ban", "", 'k', func() { a.push(newModeration(a, hosted.Moderation)) })
		}
	}
	if web, ways := a.flight.session.invitation(); web != "" || len(ways) > 0 {
		menu.AddItem("How others join", "", 'o', func() { a.push(newInvitation(a, "How others join", web, ways)) })
	}
	a.addVotes(menu)
	menu.AddItem("Chat log", "", 't', func() { a.pop(); a.flight.screen.OpenTalk() })
	menu.AddItem("Players and bots", "", 'p', func() { a.pop(); a.flight.screen.OpenPilots() })
	menu.AddItem("Help", "", '?', func() { a.push(newHelp(a, a.flight.tables())) })
	menu.AddItem("Settings", "", 's', func() { a.push(newSettingsForm(a)) })
	if a.aside != nil {
		leave = "Leave for the lobby"
	}
	menu.AddItem(leave, "", 'l', a.leaveMatch)
	menu.SetBorder(true).SetTitle(" Menu ").SetBorderPadding(1, 1, 2, 2)
	return &panel{root: menu, width: 32, height: menu.GetItemCount() + 4, back: a.pop}
}

// leaveMatch leaves, and asks first if that ends the match for others.
func (a *app) leaveMatch() {
	if n := a.flight.otherPlayers(); n > 0 {
		a.push(newLeave(a, n))
		return
	}
	a.land("", nil)
}

// otherPlayers returns the number of other players in a match that this player hosts.
func (f *flight) otherPlayers() (n int) {
	if f.session.Host == nil {
		return 0
	}
	for _, p := range f.view.Roster {
		if p.Flags&proto.Away == 0 && f.isOther(&p) {
			n++
		}
	}
	return n
}

// newLeave asks whether to leave a match with n other players.
func newLeave(a *app, n int) *panel {
	text := fmt.Sprintf("%d other players are in your match. If you leave, it ends for them too.", n)
	if n == 1 {
		text = "1 other player is in your match. If you leave, it ends for them too."
	}
	menu := newMenu()
	menu.AddItem("Stay", "", 's', a.pop)
	menu.AddItem("Leave and end the match", "", 'l', func() { a.land("", nil) })
	rows := framed("Leave?", 1).AddItem(tview.NewTextView().SetWordWrap(true).SetText(text), 2, 0, false).AddItem(menu, 0, 1, true)
	p := &panel{root: rows, width: messageWidth, height: 8, back: a.pop}
	p.focus(menu)
	return p
}

// voter returns the match if the player may call votes in it, which takes another player.
func (f *flight) voter() (voter, bool) {
	match, ok := f.session.Match.(voter)
	v := f.view
	if !ok || v.World == nil || v.Setup == nil || v.Foreign || v.Recorded || v.Me < 0 {
		return nil, false
	}
	for i := range v.Roster {
		if f.isOther(&v.Roster[i]) {
			return match, true
		}
	}
	return nil, false
}

// addVotes adds the items that call a vote, or cast one.
func (a *app) addVotes(menu *tview.List) {
	match, ok := a.flight.voter()
	switch v := a.flight.view.Vote; {
	case !ok:
	case v == nil:
		menu.AddItem("Call a vote…", "", 'v', func() { a.push(newVotes(a, match)) })
	case v.Own == proto.MayNot:
	default:
		cast := func(yes bool) func() { return func() { a.pop(); match.CastVote(yes) } }
		menu.AddItem("Vote yes", "", 'y', cast(true))
		menu.AddItem("Vote no", "", 'n', cast(false))
	}
}

// newVotes lists the motions.
func newVotes(a *app, match voter) *panel {
	menu := newMenu()
	v := a.flight.view
	call := func(motion proto.Motion, pilot uint16) func() {
		return func() {
			a.resume()
			match.CallVote(motion, pilot, "")
		}
	}
	menu.AddItem("Back", "", 'b', a.pop)
	menu.AddItem("End this match, go on to the next", "", 'n', call(proto.NextMotion, 0))
	menu.AddItem("Play another mode or arena…", "", 'a', func() { a.push(newNextVotes(a, match)) })
	menu.AddItem("Restart the match", "", 'r', call(proto.RestartMotion, 0))
	if v.Setup.PilotTeams() > 1 {
		menu.AddItem("Shuffle the teams", "", 't', call(proto.TeamsMotion, 0))
	}
	for i := range v.Roster {
		if p := v.Roster[i]; a.flight.isOther(&p) {
			menu.AddItem(tview.Escape("Kick "+p.Name), "", 0, call(proto.KickMotion, p.ID))
		}
	}
	return longMenu(a, menu, "Call a vote")
}

// newNextVotes lists the modes. The host chooses the arena; a vote on a certain one is called in the chat.
func newNextVotes(a *app, match voter) *panel {
	menu := newMenu()
	menu.AddItem("Back", "", 'b', a.pop)
	for _, mode := range game.Modes() {
		menu.AddItem(mode.Name()+" · "+mode.Summary(), "", 0, func() {
			a.resume()
			match.CallVote(proto.NextMotion, 0, mode.Name())
		})
	}
	return longMenu(a, menu, "Vote for what is next")
}

// hangar is the page on which a player chooses a ship and a weapon.
type hangar struct {
	app    *app
	page   *play.Hangar
	begun  ship
	choose func(class, weapon, team uint8)
	leave  func()
	asks   bool // only Enter chooses
	paint  func(colour uint8)
	paste  paste
}

type ship struct{ class, weapon, team, colour uint8 }

// newHangar starts with a ship. It passes the choice to choose: on Enter, after which leave leaves the page, and on Esc
// if it has changed.
func newHangar(a *app, heading string, s *game.Setup, begin game.Ship, choose func(class, weapon, team uint8), leave func()) *hangar {
	h := &hangar{app: a, choose: choose, leave: leave}
	h.paint = func(colour uint8) {
		a.recolour(colour)
		a.save()
	}
	h.page = play.NewHangar(a.screenOptions(), heading, s, begin.NextClass, begin.NextWeapon, begin.Team)
	h.page.Paint(a.conf.Settings.ShipColour)
	h.begun = h.chosen()
	return h
}

func (h *hangar) chosen() (s ship) {
	s.class, s.weapon, s.team = h.page.Chosen()
	s.colour = h.page.Colour()
	return s
}

// apply applies the choice.
func (h *hangar) apply() {
	if colour := h.page.Colour(); colour != h.begun.colour {
		h.paint(colour)
	}
	h.choose(h.page.Chosen())
}

// changeShip offers the ships of the match, for the next spawn.
func (a *app) changeShip() {
	v := a.flight.view
	if v.Me < 0 || v.World == nil || v.Setup == nil {
		return
	}
	heading := "Your ship and weapon"
	if a.flight.status() == game.InProgress && a.flight.session.Range == nil {
		heading += ", from your next spawn"
	}
	a.push(newHangar(a, heading, v.Setup, v.World.Ships[v.Me], a.flight.session.Match.Choose, a.resume))
}

// changePartnersShip offers the ships of the match to the second pilot.
func (a *app) changePartnersShip() {
	p := a.flight.partner
	h := newHangar(a, "Second pilot, from the next spawn", p.view.Setup, p.view.World.Ships[p.view.Me], p.match.Choose, a.resume)
	h.page.Paint(p.colour)
	h.begun = h.chosen()
	h.paint = func(colour uint8) {
		p.colour = colour
		p.match.Recolour(colour)
	}
	a.push(h)
}

// joinFight offers the ships of the match to a spectator.
func (a *app) joinFight() {
	if v := a.flight.view; v.Setup != nil {
		h := newHangar(a, "Your ship and weapon", v.Setup, game.Ship{}, a.flight.session.Match.Choose, a.resume)
		h.asks = true
		a.push(h)
	}
}

func (h *hangar) Draw(_ tcell.Screen, now time.Time) {
	h.page.OfPad(h.app.usesPad)
	h.page.Draw(h.app.term.Grid(), now)
}

func (h *hangar) Event(ev input.Event, _ time.Time) {
	switch {
	case !h.paste.isPress(ev):
	case ev.Plain().Key == input.KeyEscape:
		h.app.pop()
		if !h.asks && h.chosen() != h.begun {
			h.apply()
		}
	case ev.Plain().Key == input.KeyEnter:
		h.apply()
		h.leave()
	default:
		h.page.Key(ev)
	}
}
