package ui

import (
	"time"

	"github.com/gdamore/tcell/v2"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/ui/input"
	"dogfight/ui/play"
)

// hangar is the page on which a ship and a weapon are chosen.
type hangar struct {
	app   *app
	page  *play.Hangar
	begun ship
	keep  func(class, weapon, team uint8)
	leave func()
	asks  bool  // only Enter chooses
	paste paste // of which nothing is taken
}

// ship is one that can be chosen.
type ship struct{ class, weapon, team, colour uint8 }

// newHangar begins with a ship and gives what is chosen to keep: by Enter, after which
// leave leaves the page, and by Esc, which goes back, if it is another.
func newHangar(a *app, heading string, s *game.Setup, begin game.Ship, keep func(class, weapon, team uint8), leave func()) *hangar {
	h := &hangar{app: a, keep: keep, leave: leave}
	h.page = play.NewHangar(a.look(), heading, s, begin.NextClass, begin.NextWeapon, begin.Team)
	h.page.Paint(a.conf.Pilot.Colour)
	h.begun = h.chosen()
	return h
}

func (h *hangar) chosen() (s ship) {
	s.class, s.weapon, s.team = h.page.Chosen()
	s.colour = h.page.Colour()
	return s
}

// take applies the choice.
func (h *hangar) take() {
	if colour := h.page.Colour(); colour != h.begun.colour {
		h.app.recolour(colour)
		h.app.save()
	}
	h.keep(h.page.Chosen())
}

// back closes the page. Changes are kept.
func (h *hangar) back() {
	h.app.pop()
	if !h.asks && h.chosen() != h.begun {
		h.take()
	}
}

// changeShip offers the ships of the match, to be flown from the next spawn on.
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

// joinFight offers the ships of the match to a spectator, to fly along in one.
func (a *app) joinFight() {
	if v := a.flight.view; v.Setup != nil {
		h := newHangar(a, "Your ship and weapon", v.Setup, game.Ship{}, a.flight.session.Match.Choose, a.resume)
		h.asks = true
		a.push(h)
	}
}

// usualSetup has the ships and weapons of a match that does not bring its own.
func usualSetup() *game.Setup {
	return &game.Setup{Classes: assets.Classes(), Weapons: assets.Weapons()}
}

func (h *hangar) Draw(s tcell.Screen, now time.Time) {
	h.page.OfPad(h.app.ofPad)
	h.page.Draw(h.app.term.Grid(), now)
}

func (h *hangar) Event(ev input.Event, _ time.Time) {
	_, pasted := h.paste.take(ev)
	switch {
	case pasted || !ev.IsPress():
	case ev.Plain().Key == input.KeyEscape:
		h.back()
	case ev.Plain().Key == input.KeyEnter:
		h.take()
		h.leave()
	default:
		h.page.Key(ev)
	}
}
