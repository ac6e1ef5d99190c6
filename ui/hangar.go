package ui

import (
	"time"

	"github.com/gdamore/tcell/v2"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/ui/play"
)

// hangar is the page of ships and weapons.
type hangar struct {
	app   *App
	page  *play.Hangar
	begun ship
	keep  func(class, weapon, team uint8)
	leave func()
	asks  bool  // only Enter chooses
	paste paste // of which nothing is taken
}

// ship is one that can be chosen.
type ship struct{ class, weapon, team uint8 }

// newHangar begins with a ship and gives what is chosen to keep: by Enter, after which
// leave leaves the page, and by Esc, which goes back, if it is another.
func newHangar(a *App, heading string, s *game.Setup, begin game.Ship, keep func(class, weapon, team uint8), leave func()) *hangar {
	h := &hangar{app: a, keep: keep, leave: leave}
	h.page = play.NewHangar(a.look(), heading, s, begin.NextClass, begin.NextWeapon, begin.Team)
	h.begun = h.chosen()
	return h
}

func (h *hangar) chosen() (s ship) {
	s.class, s.weapon, s.team = h.page.Chosen()
	return s
}

// take keeps what is chosen.
func (h *hangar) take() { h.keep(h.page.Chosen()) }

// back goes back. What was changed is kept.
func (h *hangar) back() {
	h.app.pop()
	if !h.asks && h.chosen() != h.begun {
		h.take()
	}
}

// changeShip offers the ships of the match, to be flown from the next spawn on.
func (a *App) changeShip() {
	v := a.flight.view
	if v.Me < 0 || v.World == nil || v.Setup == nil {
		return
	}
	heading := "Your ship and gun"
	if a.flight.status() == game.InProgress {
		heading += " from the next spawn on"
	}
	a.push(newHangar(a, heading, v.Setup, v.World.Ships[v.Me], a.flight.session.Match.Choose, a.resume))
}

// joinFight offers the ships of the match to a spectator, to fly along in one.
func (a *App) joinFight() {
	if v := a.flight.view; v.Setup != nil {
		h := newHangar(a, "Your ship and gun", v.Setup, game.Ship{}, a.flight.session.Match.Choose, a.resume)
		h.asks = true
		a.push(h)
	}
}

// usualSetup has the ships and weapons of a match that does not bring its own.
func usualSetup() *game.Setup {
	return &game.Setup{Classes: assets.Classes(), Weapons: assets.Weapons()}
}

func (h *hangar) Draw(s tcell.Screen, now time.Time) {
	if h.app.flight == nil {
		drawStars(s, now)
	}
	h.page.Draw(h.app.term.Grid(), now)
}

func (h *hangar) Event(ev tcell.Event, _ time.Time) {
	_, pasted := h.paste.take(ev)
	key, ok := ev.(*tcell.EventKey)
	switch {
	case pasted || !ok:
	case key.Key() == tcell.KeyEscape:
		h.back()
	case key.Key() == tcell.KeyEnter:
		h.take()
		h.leave()
	default:
		h.page.Key(key)
	}
}
