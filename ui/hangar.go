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
	take  func(class, weapon, team uint8)
	paste paste // of which nothing is taken
}

// newHangar begins with a ship and gives what was chosen to take, which leaves
// the page.
func newHangar(a *App, heading string, s *game.Setup, begin game.Ship, take func(class, weapon, team uint8)) *hangar {
	page := play.NewHangar(a.look(), heading, s, begin.NextClass, begin.NextWeapon, begin.Team)
	return &hangar{app: a, page: page, take: take}
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
	a.push(newHangar(a, heading, v.Setup, v.World.Ships[v.Me], func(class, weapon, team uint8) {
		a.flight.session.Match.Choose(class, weapon, team)
		a.resume()
	}))
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
		h.app.pop()
	case key.Key() == tcell.KeyEnter:
		h.take(h.page.Chosen())
	default:
		h.page.Key(key)
	}
}
