package net

import (
	"dogfight/game"
	"dogfight/proto"
)

// prediction keeps what a client knows and what it expects: the World as far as
// the host confirmed it, and from there on to the present with everybody's
// buttons held as they are.
type prediction struct {
	setup     *game.Setup
	slot      int // of the own ship, or -1
	confirmed game.World
	predicted game.World
	moments   []moment                 // what was predicted, by tick: as many as were ahead so far
	inputs    [historyTicks]game.Input // the own ones, by tick
	offsets   [game.MaxShips]game.Point
	news      bool // something was confirmed since the last reconcile
	wrong     bool // and it came otherwise than was predicted
	err       errorMean

	since game.Tick                 // the confirmed World is known from then on
	holds [heldTicks]proto.Baseline // in it, by tick

	shown   game.Tick   // the newest tick of which the events were told
	events  game.Events // to be shown
	decided []game.Event
	scratch game.Events
	orders  []game.Order

	Rollbacks uint64
}

// forget has nothing be predicted any more: the next World is gone on from as from a first one.
func (p *prediction) forget() {
	p.predicted.Tick, p.shown = 0, 0
	p.inputs = [historyTicks]game.Input{}
	p.offsets = [game.MaxShips]game.Point{}
}

// reset begins anew from a World that the host sent.
func (p *prediction) reset(s *game.Setup, w *game.World) {
	present := max(p.predicted.Tick, w.Tick)
	if present-w.Tick >= historyTicks {
		present = w.Tick // what was predicted was another host's match
	}
	p.setup = s
	p.confirmed, p.since = *w, w.Tick
	p.keepHeld()
	p.shown = min(p.shown, present)
	p.replay(present)
}

// confirm takes the orders of the tick after the last confirmed one.
func (p *prediction) confirm(orders []game.Order) {
	tick := p.confirmed.Tick + 1
	p.wrong = p.wrong || tick <= p.predicted.Tick && !p.moment(tick).foretold(orders)
	p.scratch.List = p.scratch.List[:0]
	p.confirmed.Step(p.setup, orders, &p.scratch)
	p.news = true
	p.keepHeld()
	p.decided = append(p.decided, p.scratch.List...)
	for _, ev := range p.scratch.List {
		if ev.Kind.Factual() || p.confirmed.Tick > p.shown {
			p.events.List = append(p.events.List, ev)
		}
	}
}

// heldTicks is for how long a client knows what was held: for longer than a host
// keeps orders.
const heldTicks = 256

func (p *prediction) keepHeld() {
	p.holds[p.confirmed.Tick%heldTicks] = proto.BaselineOf(&p.confirmed)
}

// held returns what was held in a confirmed World, or nil if that is not known.
func (p *prediction) held(tick game.Tick) *proto.Baseline {
	if tick < p.since || tick > p.confirmed.Tick || p.confirmed.Tick-tick >= heldTicks {
		return nil
	}
	return &p.holds[tick%heldTicks]
}

// reconcile predicts again if what was confirmed since the last time is not what was predicted.
func (p *prediction) reconcile() {
	if !p.news {
		return
	}
	p.news = false
	present, tick := p.predicted.Tick, p.confirmed.Tick
	if present < tick {
		p.Rollbacks++
		p.replay(tick)
		return
	}
	if !p.wrong {
		p.err.note(0)
		return
	}
	p.Rollbacks++
	p.err.note(p.moment(tick).meanError(&p.confirmed, p.slot))
	before := p.predicted.Ships
	p.replay(present)
	p.blend(&before)
}

// replay predicts from the confirmed World on to the present.
func (p *prediction) replay(present game.Tick) {
	p.predicted, p.news, p.wrong = p.confirmed, false, false
	p.keep()
	for p.predicted.Tick < present && p.room() {
		p.step(nil)
	}
	p.shown = max(p.shown, p.predicted.Tick)
}

// room reports whether one more tick may be predicted.
func (p *prediction) room() bool {
	return p.predicted.Tick-p.confirmed.Tick < historyTicks-1
}

// press predicts one tick in which the pilot holds the input.
func (p *prediction) press(in game.Input) {
	p.inputs[(p.predicted.Tick+1)%historyTicks] = in
	p.scratch.List = p.scratch.List[:0]
	p.step(&p.scratch)
	if p.predicted.Tick <= p.shown {
		return
	}
	p.shown = p.predicted.Tick
	for _, ev := range p.scratch.List {
		if !ev.Kind.Factual() {
			p.events.List = append(p.events.List, ev)
		}
	}
}

// step predicts one tick.
func (p *prediction) step(events *game.Events) {
	p.orders = p.orders[:0]
	in := p.inputs[(p.predicted.Tick+1)%historyTicks]
	if p.slot >= 0 && in != p.predicted.Ships[p.slot].Input && p.predicted.Ships[p.slot].AcceptsInput() {
		p.orders = append(p.orders, game.Order{Kind: game.OrderInput, Slot: uint8(p.slot), Input: in})
	}
	p.predicted.Step(p.setup, p.orders, events)
	p.keep()
}

func (p *prediction) keep() {
	if ahead := int(p.predicted.Tick - p.confirmed.Tick); ahead >= len(p.moments) {
		p.keepMore()
	}
	p.moment(p.predicted.Tick).note(&p.predicted, p.orders)
}

// moment returns where what was predicted for a tick is kept.
func (p *prediction) moment(tick game.Tick) *moment {
	return &p.moments[tick%game.Tick(len(p.moments))]
}

// keepMore makes room for twice as many moments. A client near the host needs few.
func (p *prediction) keepMore() {
	was := p.moments
	p.moments = make([]moment, max(2*len(was), fewMoments))
	for i := range was {
		if tick := was[i].tick; tick > p.confirmed.Tick && tick < p.predicted.Tick {
			*p.moment(tick) = was[i]
		}
	}
}

// fewMoments is how many are kept at least.
const fewMoments = 8

// tooFar is an error that is not worth blending: the ship was elsewhere.
const tooFar = 60 * game.One

// blend keeps ships where they were shown before, by offsets that fade.
func (p *prediction) blend(before *[game.MaxShips]game.Ship) {
	for i := range p.offsets {
		was, is, off := &before[i], &p.predicted.Ships[i], &p.offsets[i]
		off.X += was.X - is.X
		off.Y += was.Y - is.Y
		if was.State != game.Flying || is.State != game.Flying || max(off.X, -off.X, off.Y, -off.Y) > tooFar {
			*off = game.Point{}
		}
	}
}

// fade leaves left/whole of every offset.
func (p *prediction) fade(left, whole int64) {
	for i := range p.offsets {
		off := &p.offsets[i]
		off.X = int32(int64(off.X) * left / whole)
		off.Y = int32(int64(off.Y) * left / whole)
	}
}
