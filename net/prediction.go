package net

import (
	"slices"
	"time"

	"dogfight/game"
	"dogfight/proto"
)

// prediction keeps what a client knows and what it expects: the World as far as
// the host confirmed it, and from there on to the present with everybody's
// buttons held as they are.
type prediction struct {
	setup        *game.Setup
	slot         int // of the own ship, or -1
	confirmed    game.World
	predicted    game.World
	moments      []moment                 // what was predicted, by tick: as many as were ahead so far
	inputs       [historyTicks]game.Input // the own ones, by tick
	offsets      [game.MaxShips]game.Point
	confirmedNew bool // something was confirmed since the last reconcile
	wrong        bool // and it came otherwise than was predicted
	err          errorMean

	since     game.Tick                     // the confirmed World is known from then on
	baselines [baselineTicks]proto.Baseline // in it, by tick

	shown   game.Tick   // the newest tick of which the events were told
	events  game.Events // to be shown
	decided []game.Event
	scratch game.Events
	orders  []game.Order

	Rollbacks uint64
}

// forget has nothing be predicted any more: the next World is gone on from as from a first one.
func (p *prediction) clear() {
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
	p.saveBaseline()
	p.shown = min(p.shown, present)
	p.replay(present)
}

// confirm takes the orders of the tick after the last confirmed one.
func (p *prediction) confirm(orders []game.Order) {
	tick := p.confirmed.Tick + 1
	p.wrong = p.wrong || tick <= p.predicted.Tick && !p.moment(tick).predicted(orders)
	p.scratch.List = p.scratch.List[:0]
	p.confirmed.Step(p.setup, orders, &p.scratch)
	p.confirmedNew = true
	p.saveBaseline()
	p.decided = append(p.decided, p.scratch.List...)
	for _, ev := range p.scratch.List {
		if ev.Kind.Factual() || p.confirmed.Tick > p.shown {
			p.events.List = append(p.events.List, ev)
		}
	}
}

// heldTicks is for how long a client knows what was held: for longer than a host
// keeps orders.
const baselineTicks = 256

func (p *prediction) saveBaseline() {
	p.baselines[p.confirmed.Tick%baselineTicks] = proto.BaselineOf(&p.confirmed)
}

// held returns what was held in a confirmed World, or nil if that is not known.
func (p *prediction) baseline(tick game.Tick) *proto.Baseline {
	if tick < p.since || tick > p.confirmed.Tick || p.confirmed.Tick-tick >= baselineTicks {
		return nil
	}
	return &p.baselines[tick%baselineTicks]
}

// reconcile predicts again if what was confirmed since the last time is not what was predicted.
func (p *prediction) reconcile() {
	if !p.confirmedNew {
		return
	}
	p.confirmedNew = false
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
	p.predicted, p.confirmedNew, p.wrong = p.confirmed, false, false
	p.saveMoment()
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
	p.saveMoment()
}

func (p *prediction) saveMoment() {
	if ahead := int(p.predicted.Tick - p.confirmed.Tick); ahead >= len(p.moments) {
		p.growMoments()
	}
	p.moment(p.predicted.Tick).note(&p.predicted, p.orders)
}

// moment returns where what was predicted for a tick is kept.
func (p *prediction) moment(tick game.Tick) *moment {
	return &p.moments[tick%game.Tick(len(p.moments))]
}

// keepMore makes room for twice as many moments. A client near the host needs few.
func (p *prediction) growMoments() {
	was := p.moments
	p.moments = make([]moment, max(2*len(was), minMoments))
	for i := range was {
		if tick := was[i].tick; tick > p.confirmed.Tick && tick < p.predicted.Tick {
			*p.moment(tick) = was[i]
		}
	}
}

// fewMoments is how many are kept at least.
const minMoments = 8

// tooFar is an error that is not worth blending: the ship was elsewhere.
const maxBlend = 60 * game.One

// blend keeps ships where they were shown before, by offsets that fade.
func (p *prediction) blend(before *[game.MaxShips]game.Ship) {
	for i := range p.offsets {
		was, is, off := &before[i], &p.predicted.Ships[i], &p.offsets[i]
		off.X += was.X - is.X
		off.Y += was.Y - is.Y
		if was.State != game.Flying || is.State != game.Flying || max(off.X, -off.X, off.Y, -off.Y) > maxBlend {
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

// moment is what is kept of a World that was predicted. Whether it came to be follows from the orders that led to it, for
// the same orders lead to the same World; a World itself is 30 times as large, and a host holds the predictions of all
// players that it draws for.
type moment struct {
	tick   game.Tick
	steers bool       // there was an order in that tick
	steer  game.Order // the own pilot's
	flying uint64     // the slots of ships that fly, a bit each
	ships  [game.MaxShips]game.Point
}

// note keeps a World that some orders led to, one at most.
func (m *moment) note(w *game.World, orders []game.Order) {
	m.tick, m.flying, m.steers = w.Tick, 0, len(orders) > 0
	if m.steers {
		m.steer = orders[0]
	}
	for slot := range w.Ships {
		ship := &w.Ships[slot]
		m.ships[slot] = game.Point{X: ship.X, Y: ship.Y}
		if ship.State == game.Flying {
			m.flying |= 1 << slot
		}
	}
}

// foretold reports whether the orders are those that were predicted.
func (m *moment) predicted(orders []game.Order) bool {
	if !m.steers {
		return len(orders) == 0
	}
	return slices.Equal(orders, []game.Order{m.steer})
}

// meanError returns by how much the ships but one were expected beside where
// they are: along the axis where that is more, on average of those that fly.
func (m *moment) meanError(is *game.World, but int) int32 {
	sum, flying := int32(0), int32(0)
	for slot := range is.Ships {
		a, b := &m.ships[slot], &is.Ships[slot]
		if slot != but && m.flying>>slot&1 == 1 && b.State == game.Flying {
			sum += max(a.X-b.X, b.X-a.X, a.Y-b.Y, b.Y-a.Y)
			flying++
		}
	}
	return sum / max(flying, 1)
}

// errorMean is how far off the others' ships were predicted, on average over the
// last packets of the host.
type errorMean struct {
	sum  int32 // of what is kept, in 1/errorShare
	mean int32 // in 1/256 unit
}

// errorShare is the weight of one packet: at 30 a second, half a second's count.
const errorShare = 16

func (e *errorMean) note(off int32) {
	e.sum += off - e.sum/errorShare
	e.mean = e.sum / errorShare
}

// View is what a screen may know of a match. It belongs to the Client and is
// good until the next call of Frame.
type View struct {
	Phase Phase
	Err   error // Lost and Refused: why, fit to be shown

	Title string      // the host's name for the match
	Setup *game.Setup // that World is played with
	World *game.World // predicted to the present; nil before the first keyframe
	Me    int         // slot of the own ship, or -1 for a spectator
	Pilot uint16      // the own id in the Roster

	// Offsets are to be added to the ships' positions when drawing. They are
	// what is left of errors that prediction made, and fade away.
	Offsets [game.MaxShips]game.Point
	// Stale tells that what we know of the others' ships is older than half a
	// second: where they are drawn is little more than a guess.
	Stale bool

	Events []game.Event // since the last Frame
	// Decided is what happened in the ticks that the host decided since the last
	// Frame: all of it, once. Events are told sooner, but of shots and hits some
	// never came to be, and of those that nobody foresaw some are left out.
	Decided []game.Event

	Chat   []ChatLine // since the last Frame
	Roster []proto.Pilot
	Lag    Lag

	// Foreign tells that the match is on a server that is none of ours. It says nothing
	// of scores, kills, pings and afterburners, and there is no ship to be chosen: what
	// World and Roster have of these means nothing.
	Foreign bool

	// Recorded tells that the match was played some time ago: nobody can take part.
	Recorded bool
	// Jumped tells that this is no later World of what the View before showed, but another time of a recorded match: nothing is
	// told of what happened in between.
	Jumped bool

	Waiting bool // for a ship, looking on: it comes as soon as there is one

	Paused bool // the match stands still until the player is back, for nobody else is in it

	NextMatch time.Duration    // after the end of a match: until the next; else 0
	Vote      *proto.VoteState // on a motion, while one is under way; nil for none
	Ballot    *proto.Ballot    // on the next match, while the results of one stand; nil for none
}

// Phase says where the client stands with its host.
type Phase uint8

// The phases.
const (
	Joining Phase = 0 // no World yet
	Playing Phase = 1
	Lost    Phase = 2 // the link is down; the client is trying to come back
	Refused Phase = 3 // the host, or we, will not have it; final
	Ended   Phase = 4 // the host closed the match, or we left; final
)

// ChatLine is something said, or a notice of the host.
type ChatLine struct {
	From  string // the pilot's name, or "" for the host's notices
	Pilot uint16 // the pilot's id, or proto.Notice
	Slot  uint8  // the pilot's, or proto.NoSlot
	Text  string
}

// Lag tells how the connection does, and so whether it is the line or the host
// that is to blame.
type Lag struct {
	Transport string // "memory", "tls", "ssh" or "udp": how data travels now

	RTT      time.Duration // round trip, measured once a second; 0 before the first answer
	Jitter   time.Duration // by how much the host's packets come unevenly, on average
	LostDown float64       // share of the host's packets of the last seconds that never came, 0 to 1
	LostUp   float64       // share of ours, as the host counts them
	Slack    time.Duration // how early our inputs reach the host; late if negative
	Age      time.Duration // how long ago the host decided the newest tick that we know
	Down, Up int           // bytes a second with all headers, over the last second

	HostTick time.Duration // what a tick costs the host, on average over the last second
	HostLate time.Duration // by how much a tick of the host came late, at worst in the last second

	Ahead        int     // ticks predicted beyond the last confirmed one
	Error        int32   // how far off the others' ships were predicted on average, in 1/256 unit
	RollbackRate float64 // wrong predictions a second, over the last second

	Rollbacks uint64 // since the start
	Keyframes uint64 // received since the start
	Desyncs   uint64 // times that our World was not the host's; always 0 unless there is a bug
}
