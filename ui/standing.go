package ui

import (
	"strings"

	"github.com/rivo/tview"

	"dogfight/net"
)

// idle reports whether the player is where he cannot play: in a menu, at a page that
// is to be read, or before a window that is too small.
func (f *flight) idle() bool {
	top := f.app.pages[len(f.app.pages)-1]
	return top != page(f) || f.screen.Reading() || !fits(f.app.screen)
}

// standing says what becomes of the match below a page; "" where there is none.
func (a *App) standing() string {
	switch {
	case a.flight == nil || a.flight.view.Phase != net.Playing:
		return ""
	case a.flight.view.Paused:
		return "paused"
	}
	return "match still running"
}

// tellStanding has the pages over a match say what becomes of it meanwhile.
func (a *App) tellStanding() {
	standing := a.standing()
	for _, p := range a.pages {
		if p, ok := p.(interface{ tell(string) }); ok && standing != "" {
			p.tell(standing)
		}
	}
}

// tell puts something behind what the box is called.
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
