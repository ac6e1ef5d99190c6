package net

import (
	"errors"
	"time"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
)

// A match goes from one host to another so: this one stops it, which flushes its log; the other resumes from that; then this one sends
// all players there. What fails in between, it goes on with itself.

// Stopped says where a match stands still.
type Stopped struct {
	Tick  game.Tick
	Hash  uint64 // of the World
	Epoch uint32 // that clients were welcomed with: who goes on with the match tells them the same
}

// standLook is how often a host looks after its links while the match stands still.
const standLook = 10 * time.Millisecond

// Stop has the match stand still until GoOn, and its log be whole. Players see the last tick, and keep their seats however long it lasts.
func (h *Host) Stop() (s Stopped, err error) {
	err = h.ask(func() error {
		h.stand(time.Now())
		h.held = false // it is not to go on by itself
		h.send(time.Now())
		h.match.camera.flush(&h.match.World)
		s = Stopped{h.match.World.Tick, h.match.World.Hash(), h.epoch}
		return nil
	})
	return s, err
}

// GoOn has a match go on that was stopped.
func (h *Host) GoOn() error {
	return h.ask(func() error {
		h.walk(time.Now())
		return nil
	})
}

// SendOn sends all players, and those who watch, to the host that goes on with a match that was stopped, each to the place that where
// returns for the link, or nowhere: with Handover if they are in the match, else with Redirect. The Host is of no use after that: it is to be ended, and keeps no result.
func (h *Host) SendOn(where func(link.Link) proto.Place) error {
	return h.ask(func() error {
		if h.stoodSince.IsZero() {
			return errors.New("the match runs")
		}
		h.gone = true
		w := &h.match.World
		hash := w.Hash()
		for _, p := range h.peers.all {
			switch place := where(p.link); {
			case p.leaving:
			case place.Address == "": // nobody knows where that is
				p.link.Close()
				p.leaving = true
			case p.pilot == nil:
				p.dismiss(&proto.Redirect{Place: place})
			default:
				p.dismiss(&proto.Handover{Place: place, Tick: w.Tick, Hash: hash})
			}
		}
		return nil
	})
}

// stand has no tick be due.
func (h *Host) stand(now time.Time) {
	if h.clock.paused() {
		h.clock.resume(now)
		h.peers.resume()
	}
	if h.stoodSince.IsZero() {
		h.stoodSince = now
	}
}

// walk has ticks be due again, none of which is caught up on.
func (h *Host) walk(now time.Time) {
	if !h.stoodSince.IsZero() && !h.gone {
		h.clock.Delay(now.Sub(h.stoodSince))
		h.stoodSince, h.held = time.Time{}, false
		h.peers.resume()
	}
}

// flush has what was filmed be told, with what another host needs to go on from here.
func (c *camera) flush(w *game.World) {
	if c.w == nil {
		return
	}
	c.keepState(true, w.Tick)
	c.w.Flush(w)
	c.hand(false)
}
