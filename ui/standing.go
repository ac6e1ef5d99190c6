package ui

import (
	"strings"

	"github.com/rivo/tview"

	"dogfight/net"
)

// idle reports whether the player cannot play: in a menu, on a page of text, or in a window
// that is too small.
func (f *flight) idle() bool {
	top := f.app.pages[len(f.app.pages)-1]
	return top != page(f) || f.screen.Reading() || !fits(f.app.screen)
}

// standing describes the match below a page; "" if there is none.
func (a *app) standing() string {
	switch {
	case a.flight == nil || a.flight.view.Phase != net.Playing:
		return ""
	case a.flight.view.Paused, a.flight.session.Replay != nil:
		return "paused"
	}
	return "match still running"
}

// tellStanding has the pages over a match show its state.
func (a *app) tellStanding() {
	standing := a.standing()
	for _, p := range a.pages {
		if p, ok := p.(interface{ tell(string) }); ok && standing != "" {
			p.tell(standing)
		}
	}
}

// tell appends the match's state to the title of the box.
func (p *panel) tell(standing string) {
	box, ok := p.root.(interface {
		GetTitle() string
		SetTitle(string) *tview.Box
	})
	if !ok {
		return
	}
	if p.headline == "" {
		p.headline = strings.TrimSpace(box.GetTitle())
	}
	box.SetTitle(" " + p.headline + " (" + standing + ") ")
}
