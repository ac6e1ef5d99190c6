package net

import (
	"slices"
	"time"

	"dogfight/game"
	"dogfight/proto"
)

// prediction has the World as the host confirmed it, perhaps shared, and predicts from there to the present: other ships' buttons stay as they are.
type prediction struct {
	setup        *game.Setup
	slot         int         // of the local player's ship, or -1
	steps        *Steps      // nil: the client shares no Worlds
	at           *step       // the latest confirmed one
	confirmed    *game.World // its World
	predicted    game.World
	moments      []moment                 // predicted ones, by tick
	inputs       [historyTicks]game.Input // of the local player, by tick
	offsets      [game.MaxShips]game.Point
	confirmedNew bool // ticks were confirmed since the last reconcile
	wrong        bool // and differ from the prediction
	err          errorMean

	since     game.Tick                     // oldest known confirmed World
	baselines [baselineTicks]proto.Baseline // of confirmed Worlds, by tick

	shown   game.Tick   // newest tick with shown events
	events  game.Events // of this Frame
	decided []game.Event
	scratch game.Events
	orders  []game.Order

	Rollbacks uint64
}

// clear forgets the prediction: the next World is handled like a first one.
func (p *prediction) clear() {
	p.predicted.Tick, p.shown = 0, 0
	p.inputs = [historyTicks]game.Input{}
	p.offsets = [game.MaxShips]game.Point{}
}

// reset restarts from a World of the host.
func (p *prediction) reset(s *game.Setup, w *game.World) {
	present := max(p.predicted.Tick, w.Tick)
	if present-w.Tick >= historyTicks {
		present = w.Tick // the prediction was of another host's match
	}
	at, s := p.steps.begin(p.at, s, w)
	p.setup, p.since = s, w.Tick
	p.hold(at)
	p.saveBaseline()
	p.shown = min(p.shown, present)
	p.replay(present)
}

// confirm applies the orders of the next tick.
func (p *prediction) confirm(orders []game.Order) {
	tick := p.confirmed.Tick + 1
	p.wrong = p.wrong || tick <= p.predicted.Tick && !p.moment(tick).predicted(orders)
	p.hold(p.steps.next(p.at, p.setup, orders))
	p.confirmedNew = true
	p.saveBaseline()
	p.decided = append(p.decided, p.at.events.List...)
	for _, ev := range p.at.events.List {
		if ev.Kind.Factual() || p.confirmed.Tick > p.shown {
			p.events.List = append(p.events.List, ev)
		}
	}
}

// hold makes a step the latest confirmed one.
func (p *prediction) hold(at *step) { p.at, p.confirmed = at, &at.world }

// baselineTicks is longer than a host keeps orders.
const baselineTicks = 256

func (p *prediction) saveBaseline() {
	p.baselines[p.confirmed.Tick%baselineTicks] = proto.BaselineOf(p.confirmed)
}

// baseline returns the baseline of a confirmed World, or nil if it is not known.
func (p *prediction) baseline(tick game.Tick) *proto.Baseline {
	if tick < p.since || tick > p.confirmed.Tick || p.confirmed.Tick-tick >= baselineTicks {
		return nil
	}
	return &p.baselines[tick%baselineTicks]
}

// reconcile predicts again if ticks were confirmed that differ from the prediction.
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
	p.err.note(p.moment(tick).meanError(p.confirmed, p.slot))
	before := p.predicted.Ships
	p.replay(present)
	p.blend(&before)
}

// replay predicts from the confirmed World to the present.
func (p *prediction) replay(present game.Tick) {
	p.predicted, p.confirmedNew, p.wrong = *p.confirmed, false, false
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

// press predicts one tick with the player's input.
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

// moment returns the record of a predicted tick.
func (p *prediction) moment(tick game.Tick) *moment {
	return &p.moments[tick%game.Tick(len(p.moments))]
}

// growMoments doubles the room for moments. A client near the host needs few.
func (p *prediction) growMoments() {
	was := p.moments
	p.moments = make([]moment, max(2*len(was), minMoments))
	for i := range was {
		if tick := was[i].tick; tick > p.confirmed.Tick && tick < p.predicted.Tick {
			*p.moment(tick) = was[i]
		}
	}
}

const minMoments = 8

// maxBlend is an error that is too large to blend: the ship was elsewhere.
const maxBlend = 60 * game.One

// blend keeps ships at their former place on the screen, by offsets that fade.
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

// fade reduces every offset to left/whole.
func (p *prediction) fade(left, whole int64) {
	for i := range p.offsets {
		off := &p.offsets[i]
		off.X = int32(int64(off.X) * left / whole)
		off.Y = int32(int64(off.Y) * left / whole)
	}
}

// moment is the record of a predicted World. Whether the prediction was right follows from the orders, as the same orders lead to the same
// World; a World is 30 times as large, and a host that draws for players has the predictions of all of them.
type moment struct {
	tick   game.Tick
	steers bool       // the tick has an order
	steer  game.Order // of the local player
	flying uint64     // slots of flying ships, as bits
	ships  [game.MaxShips]game.Point
}

// note records a World and its orders, at most one.
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

// predicted reports whether the orders are those of the prediction.
func (m *moment) predicted(orders []game.Order) bool {
	if !m.steers {
		return len(orders) == 0
	}
	return slices.Equal(orders, []game.Order{m.steer})
}

// meanError returns by how much ships other than but were predicted beside their place: along the longer axis, averaged over those that
// fly.
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

// errorMean is the average error of other ships' predictions over the last packets.
type errorMean struct {
	sum  int32 // in 1/errorShare
	mean int32 // in 1/256 unit
}

// errorShare is the weight of one packet, which averages half a second at 30 Hz.
const errorShare = 16

func (e *errorMean) note(off int32) {
	e.sum += off - e.sum/errorShare
	e.mean = e.sum / errorShare
}

// View is a match as a screen may show it. It belongs to the Client and is valid until the next call of Frame.
type View struct {
	Phase Phase
	Err   error // of Lost and Refused, fit to be shown

	Title string      // the host's name for the match
	Setup *game.Setup // of World
	World *game.World // predicted to the present; nil before the first keyframe
	Me    int         // slot of the local player's ship, or -1 for a spectator
	Pilot uint16      // id of the local player in the Roster

	// Offsets are added to ships' positions when drawing. They are prediction errors that fade.
	Offsets [game.MaxShips]game.Point
	// Stale: our news of the other ships is older than half a second, so their positions are guesses.
	Stale bool

	Events []game.Event // since the last Frame
	// Decided are all events of the ticks that the host decided since the last Frame, once each. Events are earlier, but may include shots
	// and hits that never happened, and lack some that were not predicted.
	Decided []game.Event

	Chat   []ChatLine // since the last Frame
	Roster []proto.Pilot
	Lag    Lag

	// Foreign: the match is on a server of another game. Its scores, kills, pings and afterburners are unknown, and ships cannot be chosen.
	Foreign bool

	Recorded bool // the match is a replay
	// Jumped: a replay has jumped to another time, so there are no events of the ticks in between.
	Jumped bool

	Waiting bool // for a ship, as a spectator
	Paused  bool // until the player is back, as the only one in the match

	NextMatch time.Duration    // time until the next match, after the end of one; else 0
	Vote      *proto.VoteState // on a motion; nil for none
	Ballot    *proto.Ballot    // on the next match, while results are shown; nil for none
}

// Phase is the state of the connection.
type Phase uint8

// The values of Phase.
const (
	Joining Phase = 0 // no World yet
	Playing Phase = 1
	Lost    Phase = 2 // the link is down; the client tries to restore it
	Refused Phase = 3 // by the host or by us; final
	Ended   Phase = 4 // the host closed the match, or we left; final
)

// ChatLine is a line of chat, or a notice of the host.
type ChatLine struct {
	From  string // the pilot's name, or "" for the host's notices
	Pilot uint16 // the pilot's id, or proto.Notice
	Slot  uint8  // the pilot's, or proto.NoSlot
	Text  string
}

// Lag are the figures of the connection: they show whether the line or the host is slow.
type Lag struct {
	Transport string // of data: "memory", "tls", "ssh", "relay" or "udp"

	RTT      time.Duration // measured once a second; 0 before the first answer
	Jitter   time.Duration // of the host's packets, on average
	LostDown float64       // share of the host's packets lost in the last seconds, 0 to 1
	LostUp   float64       // share of ours, as the host counts them
	Slack    time.Duration // how early our inputs reach the host; negative if late
	Age      time.Duration // since the host decided the newest tick that we have
	Down, Up int           // bytes in the last second, with all headers

	HostTick time.Duration // average time for a tick in the last second
	HostLate time.Duration // worst delay of a tick in the last second

	Ahead        int     // ticks predicted beyond the confirmed one
	Error        int32   // average error of other ships' predictions, in 1/256 unit
	RollbackRate float64 // wrong predictions in the last second

	Rollbacks uint64 // since the start
	Keyframes uint64 // received since the start
	Desyncs   uint64 // times that our World differed from the host's; above 0 only by a bug
}
