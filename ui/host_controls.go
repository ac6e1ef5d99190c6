package ui

import (
	"github.com/rivo/tview"

	"dogfight/game"
	"dogfight/net"
)

// HostControls is what the host of a match can do with it. An error is shown in one line.
type HostControls struct {
	Match net.MatchOptions // as it is set, or will be from the next on
	// Change changes the match: at once while it waits, otherwise from the next one.
	Change func(net.MatchOptions) (atOnce bool, err error)
	Start  func() error // the waiting match, ready or not
	End    func() error // the match under way

	JoinHints []string // what others type to join, a line each; none if nobody can join
	Web       string   // the address for those who have but a browser; "" for none

	Moderation *Moderation // nil if nobody can join
}

// newMatchForm lets the host change the match: the one that waits, or else the next.
func newMatchForm(a *app, hosted *HostControls) *form {
	waiting := a.flight.status() == game.Waiting
	title := "Next match"
	if waiting {
		title = "Match settings"
	}
	f := newForm(a, title, "applies")
	match := f.match(a, hosted.Match, true)
	fill := choose(f, "Fill with bots up to", countOptions(0, maxBots()), hosted.Match.Fill)
	start := func() bool { return false }
	lobby := func() bool { return hosted.Match.Lobby }
	if waiting {
		start = choose(f, "Start", []option[bool]{{false, "when all are ready"}, {true, "now"}}, false)
	} else {
		lobby = choose(f, "Lobby", noYes(), hosted.Match.Lobby)
	}
	set := func() (atOnce bool, err error) {
		o := hosted.Match
		match(&o)
		o.Fill, o.Lobby = fill(), lobby()
		return a.flight.set(hosted, o)
	}
	f.keep = func() {
		if atOnce, err := set(); err != nil {
			a.push(newMessage(a, "Could not change the match", err.Error()))
		} else if waiting && !atOnce {
			a.push(newTooLate(a))
		}
	}
	f.submit = func() error {
		atOnce, err := set()
		if err == nil && atOnce && start() {
			err = hosted.Start()
		}
		if err != nil {
			return err
		}
		a.resume()
		if waiting && !atOnce {
			a.push(newTooLate(a))
		}
		return nil
	}
	return f.ready()
}

// newTooLate says that the changes came too late for the match that waited.
func newTooLate(a *app) *panel {
	return newMessage(a, "Too late", "The match has already started. Your changes apply from the next one.")
}

// set changes the host's match, if anything differs.
func (f *flight) set(hosted *HostControls, o net.MatchOptions) (atOnce bool, err error) {
	if o == hosted.Match {
		return true, nil
	}
	if atOnce, err = hosted.Change(o); err == nil {
		hosted.Match = o
		f.tellHosting()
	}
	return atOnce, err
}

// addStartOrEnd lets the host start the waiting match, or end the running one.
func (a *app) addStartOrEnd(menu *tview.List, hosted *HostControls) {
	do := func(what func() error) func() {
		return func() {
			a.resume()
			if err := what(); err != nil {
				a.push(newMessage(a, "Too late", err.Error()))
			}
		}
	}
	switch a.flight.status() {
	case game.Waiting:
		menu.AddItem("Start now", "", 'n', do(hosted.Start))
	case game.InProgress:
		menu.AddItem("End this match now", "", 'e', do(hosted.End))
	}
}
