package net

import (
	"slices"
	"time"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
)

// send tells every peer what is new.
func (h *Host) send(now time.Time) {
	h.sendRoster()
	for _, p := range h.peers.all {
		if p.pilot == nil || p.leaving {
			continue
		}
		h.updateDelay(p)
		if h.match.World.Tick%p.pace == 0 && !p.awaitsSpawn(h.match.World.Tick) {
			p.meter.read(now, p.link)
			h.sendState(p, now)
		}
	}
}

// sendState brings a client nearer to the present: by orders if it is near
// enough, otherwise by a keyframe, after which its answer is waited for.
func (h *Host) sendState(p *peer, now time.Time) {
	see := h.viewOf(p)
	tick := see.world.Tick
	switch {
	case p.keyframed == 0, p.acked >= p.keyframed && !see.history.reaches(p.acked),
		p.acked < p.keyframed && tick-p.keyframed > keyframeAgain:
		p.keyframed = tick
		h.counts.keyframes++
		p.base.restart()
		p.send(&proto.Keyframe{World: proto.AppendWorld(nil, see.setup, see.world)})
		if p.late && !p.explained {
			p.explained = true
			p.send(notice(lateText(h.late.behind)))
		}
	case p.acked >= p.keyframed:
		report := proto.Report{Slack: p.slack, Heard: p.newestInput, Pong: p.answerer.next(now, p.meter.Lost, &h.clock.stats)}
		base := p.base.forPacket(tick, p.pace)
		shared := see.history.since(base)
		p.base.noteSent(shared.now)
		p.out = append(report.Append(p.out[:0], base, shared.now), shared.bytes...)
		p.link.Send(link.Data, p.out)
	}
}

// keyframeAgain is how long a client may take to confirm a keyframe. Keyframes
// travel on a reliable channel; another one would only come later.
const keyframeAgain = 5 * game.TickRate

// sendRoster tells who is there when that has changed, and now and then how far
// away they are.
func (h *Host) sendRoster() {
	tick, told := h.match.World.Tick, &h.roster
	pings := tick-told.pingsAt >= rttsEvery
	if !pings && (!h.match.stale || tick-told.at < rosterPause) {
		return
	}
	changes := told.update(h.listPilots())
	h.match.recorder.roster(told.pilots)
	h.match.proof.roster(told.pilots)
	told.at, h.match.stale = tick, false
	if len(changes.List) > 0 {
		h.peers.broadcast(changes)
	}
	if pings {
		told.pingsAt = tick
		h.peers.broadcast(told.listRTTs())
	}
}

// base decides since which tick a client is told the orders. Since the newest
// that it has acknowledged is safe, but what is under way for a round trip would
// be told again all that time: 4 times at 100 ms, 13 times at 400. Three times is
// enough where seldom more than two packets in a row get lost. So the orders go
// back to where the packet sent three before ended, which the client can use if it
// has any of those three; and to what is acknowledged once its acknowledgements
// fail to come.
type base struct {
	acked game.Tick // newest tick that the client has confirmed
	lag   game.Tick // how long ago that usually is when it is heard, in 1/lagShare

	sent [maxRepeats]game.Tick // the newest ticks in the last packets, the newest first
	gap  game.Tick             // the longest time in which the client lately heard nothing
}

const (
	repeats     = 3  // how often orders are told at 30 Hz, if they have not been acknowledged
	repeatsFast = 4  // and at 60, where a disturbance hits more packets
	maxRepeats  = 32 // then it is long after they are acknowledged, or the line is dead
	lagShare    = 8  // weight of one acknowledgement in lag: 1/8
	ackPatience = 6  // ticks beyond lag: two packets and their answers may be lost
)

// ack notes that a client has all orders up to a tick.
func (b *base) ack(tick, present game.Tick) {
	if tick > b.acked {
		b.acked = tick
		b.lag += present - tick - b.lag/lagShare
	}
}

// restart notes that the client is about to get a whole World.
func (b *base) restart() { b.sent = [maxRepeats]game.Tick{} }

// of returns the base of the packet that is next, for a client that gets one
// every pace ticks.
func (b *base) forPacket(present, pace game.Tick) game.Tick {
	back := max(b.gap/pace, repeats)
	if pace == 1 {
		back = max(back, repeatsFast)
	}
	if back > maxRepeats || present-b.acked > b.lag/lagShare+ackPatience {
		return b.acked
	}
	return max(b.acked, b.sent[back-1])
}

// note notes up to which tick a packet goes that is sent.
func (b *base) noteSent(now game.Tick) {
	copy(b.sent[1:], b.sent[:])
	b.sent[0] = now
}

// history keeps the orders of the last ticks, and encodes them once for all
// clients that are equally far behind.
type history struct {
	first, last game.Tick // the World is known after first; orders are those of first+1 to last
	orders      [keptTicks][]game.Order
	hashes      [keptTicks]uint16         // of the World after a tick
	baselines   [keptTicks]proto.Baseline // in it
	bodies      [keptTicks]body           // by how many ticks they go back; empty until asked for
	used        game.Tick                 // the first so many of bodies may not be empty
	scratch     [proto.MaxOrderTicks][]game.Order
}

// longestBody leaves room for a Report with a Pong.
const longestBody = proto.MaxDatagram - 10

// body is the part of a data packet that all clients with the same base share.
type body struct {
	bytes []byte
	now   game.Tick // up to which its orders go
}

// keptTicks is how far back a client may be and still be led on by orders,
// as many at a time as a message takes. A client that is farther gets a keyframe.
const keptTicks = 4 * game.TickRate

// restart forgets everything: the World is a new one.
func (h *history) restart(w *game.World) {
	h.first, h.last = w.Tick, w.Tick
	h.baselines[w.Tick%keptTicks] = proto.BaselineOf(w)
	h.clearBodies()
	for i := range h.orders {
		h.orders[i] = slices.Grow(h.orders[i][:0], game.MaxShips) // and no tick has to
	}
}

// record takes the orders of the tick after the last, and the World that they
// led to, with its hash.
func (h *history) record(orders []game.Order, w *game.World, hash uint64) {
	h.last++
	kept := &h.orders[h.last%keptTicks]
	*kept = append((*kept)[:0], orders...)
	h.hashes[h.last%keptTicks] = uint16(hash)
	h.baselines[h.last%keptTicks] = proto.BaselineOf(w)
	if h.last-h.first >= keptTicks {
		h.first = h.last - keptTicks + 1
	}
	h.clearBodies()
}

func (h *history) clearBodies() {
	for i := range h.bodies[:h.used] {
		h.bodies[i].bytes = h.bodies[i].bytes[:0]
	}
	h.used = 0
}

// reaches reports whether the orders since base are all known.
func (h *history) reaches(base game.Tick) bool {
	return base >= h.first && base <= h.last
}

// since returns the orders since base, encoded: up to the last, or as many as
// one packet takes. It is good until the next record.
func (h *history) since(base game.Tick) *body {
	b := &h.bodies[h.last-base]
	if len(b.bytes) > 0 {
		return b
	}
	h.used = max(h.used, h.last-base+1)
	for n := min(h.last-base, proto.MaxOrderTicks); ; n = (n + 1) / 2 {
		h.encode(b, base, n)
		if len(b.bytes) <= longestBody || n <= 1 {
			return b
		}
	}
}

// encode makes the body with the orders of n ticks.
func (h *history) encode(b *body, base, n game.Tick) {
	b.now = base + n
	run := h.scratch[:n]
	for i := range run {
		run[i] = h.orders[(base+1+game.Tick(i))%keptTicks]
	}
	decided := proto.Decided{Base: base, Hash: h.hashes[b.now%keptTicks], Ticks: run}
	b.bytes = decided.Append(b.bytes[:0], &h.baselines[base%keptTicks])
}

// roster is who is in the match as all clients were told, and what is sent to bring them up to date: only what has
// changed. A newcomer gets what all were told, and so whatever comes after it leads them to where it leads all.
type roster struct {
	pilots  []proto.Pilot // by rising ids
	at      game.Tick     // when changes were last sent
	pingsAt game.Tick     // when RTTs were

	now      []proto.Pilot      // reused
	changes  proto.RosterChange // reused
	rtts     proto.RTTs         // reused
	newcomer proto.Roster       // reused
}

const (
	// rosterPause is the least between two that are sent, whatever a pilot does to
	// be listed anew.
	rosterPause = game.TickRate / 4
	// rttsEvery is how often the round trips in the rosters are brought up to date.
	rttsEvery = 5 * game.TickRate
)

// update takes who is there now, and returns what has changed. That is good until the next call.
func (r *roster) update(now []proto.Pilot) *proto.RosterChange {
	r.changes.List = proto.ChangesOf(r.changes.List[:0], r.pilots, now)
	r.pilots = append(r.pilots[:0], now...)
	return &r.changes
}

// listRTTs returns the round trips of the pilots. It is good until the next call.
func (r *roster) listRTTs() *proto.RTTs {
	r.rtts.List = r.rtts.List[:0]
	for i := range r.pilots {
		r.rtts.List = append(r.rtts.List, uint8(min(r.pilots[i].Ping/proto.RTTUnit, 0xff)))
	}
	return &r.rtts
}

// forNewcomer returns what all were told, and the newcomer's own entry. It is good until the next call.
func (r *roster) forNewcomer(own *proto.Pilot) *proto.Roster {
	all := append(r.newcomer.Pilots[:0], r.pilots...)
	if at, there := slices.BinarySearchFunc(all, *own, byID); !there {
		all = slices.Insert(all, at, *own) // which others are told of soon, and the newcomer as well
	}
	r.newcomer.Pilots = all
	return &r.newcomer
}

func byID(a, b proto.Pilot) int { return int(a.ID) - int(b.ID) }

// list returns everybody by rising ids. It is good until the next call.
func (r *roster) list(pilots []*pilot) []proto.Pilot {
	r.now = r.now[:0]
	for _, p := range pilots {
		r.now = append(r.now, p.Pilot)
	}
	slices.SortFunc(r.now, byID) // ids begin anew after 65,535
	return r.now
}
