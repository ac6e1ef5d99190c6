package ui

import (
	"fmt"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/proto"
	"dogfight/ui/input"
	"dogfight/ui/play"
)

// A match that waits in its lobby may be left for the practice range: it is the aside then, of which nothing shows but how
// many are ready. As soon as it begins, or ends, the range gives way to it.

// toRange leaves the lobby for the range, until the match begins.
func (a *app) toRange() {
	session, err := a.conf.Launcher.Practice(a.conf.Pilot)
	if err != nil {
		a.push(newMessage(a, "Could not go to the range", err.Error()))
		return
	}
	a.aside, a.pages = a.flight, nil
	a.fly(session)
}

// practises reports whether the player may go to the range while a match waits. A guest has no process of their own.
func (a *app) practises() bool {
	return a.conf.Launcher != nil && !a.conf.Guest && a.aside == nil
}

// attend lets the aside go on to now, and leaves the range for it if it waits no more.
func (a *app) attend(now time.Time) {
	f := a.aside
	if f == nil {
		return
	}
	f.session.Match.Pause(false)
	f.view = f.session.Match.Frame(now, game.Steer(game.Idle))
	f.screen.See(f.view, now)
	if f.view.Phase == net.Refused || f.view.Phase == net.Ended || f.view.World != nil && f.status() != game.Waiting {
		a.rejoin()
	}
}

// rejoin leaves the range for the aside.
func (a *app) rejoin() {
	a.closeSession()
	a.flight, a.aside, a.governor = a.aside, nil, governor{}
	a.pages = []page{a.flight}
	a.flight.screen.Set(a.look())
}

// practise shows the player on the range how they shoot and, where a match waits for them, how many are ready for it.
func (f *flight) practise() {
	r := f.session.Range
	if r == nil {
		return
	}
	drill := r.See(f.view)
	if aside := f.app.aside; drill != nil && aside != nil {
		key := f.app.conf.Settings.Keys.First(input.Ready)
		drill.Note, drill.Lobby = aside.readyLine(key), true
	}
	f.screen.Drill(drill)
}

// readyLine says how many are ready in the lobby, and by which key the player is.
func (f *flight) readyLine(key string) string {
	ready, players := 0, 0
	for _, p := range f.view.Roster {
		if p.Slot != proto.NoSlot && p.Flags&(proto.BotPilot|proto.Away) == 0 {
			players++
			if p.Flags&proto.Ready != 0 {
				ready++
			}
		}
	}
	does := "you are ready"
	if !f.ready() {
		does = key + " ready"
	}
	return fmt.Sprintf("lobby: %d of %d ready   %s   Esc menu: back", ready, players, does)
}

// ready reports whether the player is ready for the match.
func (f *flight) ready() bool {
	for _, p := range f.view.Roster {
		if p.ID == f.view.Pilot {
			return p.Flags&proto.Ready != 0
		}
	}
	return false
}

// setReady says whether the player is ready: for the match that waits while they are on the range, if one does.
func (f *flight) setReady(act *play.Action) {
	if aside := f.app.aside; aside != nil {
		aside.session.Match.Ready(!aside.ready())
		return
	}
	f.session.Match.Ready(act.Ready)
}
