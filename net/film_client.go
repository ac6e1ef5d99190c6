package net

import (
	"dogfight/game"
	"dogfight/proto/replay"
)

// film begins to film what the client sees, from a World that the host sent.
func (c *Client) film(s *game.Setup, w *game.World) {
	if c.camera.on() {
		if c.setup == s && c.confirmed == *w {
			return // it goes on as it was
		}
		c.camera.end(nil, &c.confirmed)
	}
	if w.Status == game.Closed {
		return // of which there is nothing to see
	}
	head := replay.NewHead(s, w.Tick)
	head.Title, head.Watched, head.Pilot = c.view.Title, true, c.view.Pilot
	c.camera.begin(head, s, w)
	if c.camera.on() {
		c.tally = game.NewTally(w)
	}
	c.camera.cast(c.view.Roster)
}

// FilmAnew has the match go on in another file, since a part of this one was not kept. It may be called from any goroutine.
func (c *Client) FilmAnew() { c.filmAnew.Store(true) }

// filmTick takes a tick that the host decided.
func (c *Client) filmTick(orders []game.Order) {
	if !c.camera.on() {
		return
	}
	c.camera.tick(orders, &c.confirmed, c.confirmed.Hash(), c.scratch.List)
	c.tally.Add(c.setup, &c.confirmed, c.scratch.List)
	if c.filmAnew.Swap(false) {
		c.camera.end(nil, &c.confirmed)
		c.film(c.setup, &c.confirmed)
	}
	if c.camera.tooLong(&c.confirmed) {
		c.film(c.setup, &c.confirmed)
	}
	if c.confirmed.Status == game.Closed {
		r := SeenResult(&View{World: &c.confirmed, Setup: c.setup, Roster: c.view.Roster, Pilot: c.view.Pilot}, &c.tally)
		c.camera.end(r.Replayed(), &c.confirmed)
	}
}
