package ui

import (
	"github.com/rivo/tview"

	"dogfight/game"
	"dogfight/net"
	"dogfight/proto"
)

// voter returns the match if the player may call votes in it: there is somebody else to vote.
func (f *flight) voter() (voter, bool) {
	match, ok := f.session.Match.(voter)
	v := f.view
	if !ok || v.World == nil || v.Setup == nil || v.Foreign || v.Recorded || v.Me < 0 {
		return nil, false
	}
	for i := range v.Roster {
		if isOther(v, &v.Roster[i]) {
			return match, true
		}
	}
	return nil, false
}

// isOther reports whether a pilot is another player.
func isOther(v *net.View, p *proto.Pilot) bool { return p.ID != v.Pilot && p.Flags&proto.BotPilot == 0 }

// castVote votes on what the View tells of.
func (f *flight) castVote(yes bool) {
	if match, ok := f.session.Match.(voter); ok {
		match.CastVote(yes)
	}
}

// addVotes adds to the menu what a player may do about votes: vote, or call one.
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

// newVotes lists what players may vote on.
func newVotes(a *app, match voter) *panel {
	menu := newMenu(panelColor)
	v := a.flight.view
	call := func(motion proto.Motion, pilot uint16) func() {
		return func() {
			a.pop()
			a.pop()
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
		if p := v.Roster[i]; isOther(v, &p) {
			menu.AddItem(tview.Escape("Kick "+p.Name), "", 0, call(proto.KickMotion, p.ID))
		}
	}
	return longMenu(a, menu, "Call a vote")
}

// newNextVotes lists the modes. Each is played in one of its arenas; who wants a certain one calls for it in the chat.
func newNextVotes(a *app, match voter) *panel {
	menu := newMenu(panelColor)
	menu.AddItem("Back", "", 'b', a.pop)
	for _, mode := range game.Modes() {
		menu.AddItem(mode.Name()+" · "+mode.Summary(), "", 0, func() {
			for range 3 {
				a.pop()
			}
			match.CallVote(proto.NextMotion, 0, mode.Name())
		})
	}
	return longMenu(a, menu, "Vote for what is next")
}
