package ui

import (
	"github.com/rivo/tview"

	"dogfight/game"
)

// Hosted is a match of one's own, and what can be done with it. An error is shown
// in one line.
type Hosted struct {
	Match MatchOptions // as it is set, or will be from the next on
	// Change sets the match anew: at once while it waits, else from the next on.
	Change func(MatchOptions) (atOnce bool, err error)
	Start  func() error // the match that waits, whoever is ready
	End    func() error // the match under way

	Ways []string // what others type to join, a line each; none where nobody can come

	Authority *Authority // over those who have come; nil where nobody can come
}

// newMatchForm sets the match of whoever hosts anew: the one that waits, or else
// the next.
func newMatchForm(a *App, hosted *Hosted) *form {
	waiting := a.flight.status() == game.Waiting
	title := "The next match"
	if waiting {
		title = "Match settings"
	}
	f := newForm(a, title, "sets")
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
			a.push(newMessage(a, "Could not set the match", err.Error()))
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

// newTooLate says why the match that waited is not another now.
func newTooLate(a *App) *panel {
	return newMessage(a, "Too late", "The match has begun. What you have set holds from the next one on.")
}

// set sets the match of whoever hosts anew, if there is anything new.
func (f *flight) set(hosted *Hosted, o MatchOptions) (atOnce bool, err error) {
	if o == hosted.Match {
		return true, nil
	}
	if atOnce, err = hosted.Change(o); err == nil {
		hosted.Match = o
		f.tellHosting()
	}
	return atOnce, err
}

// addStartOrEnd lets the one who hosts go on to what comes next.
func (a *App) addStartOrEnd(menu *tview.List, hosted *Hosted) {
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
