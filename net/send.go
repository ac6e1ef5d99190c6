package net

import (
	"slices"
	"time"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
)

// send sends every peer its news.
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

// sendState sends a client the orders since its base if the history reaches back to it, else a keyframe. While a keyframe is not confirmed
// nothing follows it.
func (h *Host) sendState(p *peer, now time.Time) {
	see := h.viewOf(p)
	tick := see.world.Tick
	switch {
	case p.keyframed == 0, p.acked >= p.keyframed && !see.history.reaches(p.acked),
		p.acked < p.keyframed && tick-p.keyframed > keyframeAgain:
		p.keyframed = tick
		h.counts.Keyframes++
		p.base.restart()
		p.send(&proto.Keyframe{World: proto.AppendWorld(nil, see.setup, see.world)})
		if p.late && !p.explained {
			p.explained = true
			delay := shortTime(tickTime(int64(h.late.behind)))
			p.send(notice("spectators see this match " + delay + " late; with a ship you see it as it is"))
		}
	case p.acked >= p.keyframed:
		report := proto.Report{Slack: p.slack, NewestInput: p.newestInput, Pong: p.answerer.next(now, p.meter.Lost, &h.clock.stats)}
		base := p.base.forPacket(tick, p.pace)
		shared := see.history.since(base)
		p.base.noteSent(shared.now)
		p.out = append(report.Append(p.out[:0], base, shared.now), shared.bytes...)
		p.link.Send(link.Data, p.out)
	}
}

// keyframeAgain is how long a client may take to confirm a keyframe. Keyframes travel on a reliable channel, so an earlier repetition would
// not arrive sooner.
const keyframeAgain = 5 * game.TickRate

// sendRoster sends changes of the roster, and the round trips every rttsEvery.
func (h *Host) sendRoster() {
	tick, told := h.match.World.Tick, &h.roster
	pings := tick-told.pingsAt >= rttsEvery
	if !pings && (!h.match.stale || tick-told.at < rosterPause) {
		return
	}
	changes := told.update(h.listPilots())
	h.match.recorder.roster(told.pilots)
	if proof := h.match.proof; proof != nil {
		proof.Roster(told.pilots)
	}
	told.at, h.match.stale = tick, false
	if len(changes.List) > 0 {
		h.peers.broadcast(changes)
	}
	if pings {
		told.pingsAt = tick
		h.peers.broadcast(told.listRTTs())
	}
}

// base picks the tick since which a packet has the orders. Starting at the newest acknowledged tick is safe, but repeats everything within
// a round trip: 4 times at 100 ms, 13 times at 400. Three times is enough, as more than two packets in a row are seldom lost. So a packet
// starts where the packet three before it ended, which the client can use if it has any of those three; and at the newest acknowledged tick
// if acknowledgements fail to come.
type base struct {
	acked game.Tick // newest tick that the client has confirmed
	lag   game.Tick // average age of acked when confirmed, in 1/lagShare

	sent [maxRepeats]game.Tick // the newest ticks in the last packets, newest first
	gap  game.Tick             // longest recent gap in the packets the client received
}

const (
	repeats     = 3  // how often unacknowledged orders are sent at 30 Hz
	repeatsFast = 4  // and at 60 Hz, where a disturbance hits more packets
	maxRepeats  = 32 // by then they are acknowledged, or the line is dead
	lagShare    = 8  // weight of one acknowledgement in lag: 1/8
	ackPatience = 6  // ticks beyond lag: two packets and their answers may be lost
)

// ack notes that a client has all orders up to tick.
func (b *base) ack(tick, present game.Tick) {
	if tick > b.acked {
		b.acked = tick
		b.lag += present - tick - b.lag/lagShare
	}
}

// restart notes that a keyframe is sent next.
func (b *base) restart() { b.sent = [maxRepeats]game.Tick{} }

// forPacket returns the base of the next packet, for a client that gets one every pace ticks.
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

// noteSent notes the newest tick of a packet.
func (b *base) noteSent(now game.Tick) {
	copy(b.sent[1:], b.sent[:])
	b.sent[0] = now
}

// history stores the orders of the last ticks, and encodes them once for all clients with the same base.
type history struct {
	first, last game.Tick // orders are those of first+1 to last
	orders      [keptTicks][]game.Order
	hashes      [keptTicks]uint16         // of the World after each tick
	baselines   [keptTicks]proto.Baseline // of the same
	bodies      [keptTicks]body           // by number of ticks; empty until used
	used        game.Tick                 // bodies from here on are empty
	scratch     [proto.MaxOrderTicks][]game.Order
}

// longestBody leaves room for a Report with a Pong.
const longestBody = proto.MaxDatagram - 10

// body is the part of a data packet that is the same for all clients with one base.
type body struct {
	bytes []byte
	now   game.Tick // of its newest orders
}

// keptTicks is how far a client may be behind and still get orders, as many at a time as fit a message. Beyond that it gets a keyframe.
const keptTicks = 4 * game.TickRate

// restart clears the history for a new World.
func (h *history) restart(w *game.World) {
	h.first, h.last = w.Tick, w.Tick
	h.baselines[w.Tick%keptTicks] = proto.BaselineOf(w)
	h.clearBodies()
	for i := range h.orders {
		h.orders[i] = slices.Grow(h.orders[i][:0], game.MaxShips) // so that ticks do not allocate
	}
}

// record stores the orders of the next tick, and the World after it with its hash.
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

// reaches reports whether all orders since base are stored.
func (h *history) reaches(base game.Tick) bool {
	return base >= h.first && base <= h.last
}

// since returns the encoded orders since base, up to the last tick or as many as fit one packet. Valid until the next record.
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

// encode encodes the orders of n ticks.
func (h *history) encode(b *body, base, n game.Tick) {
	b.now = base + n
	run := h.scratch[:n]
	for i := range run {
		run[i] = h.orders[(base+1+game.Tick(i))%keptTicks]
	}
	decided := proto.Decided{Base: base, Hash: h.hashes[b.now%keptTicks], Ticks: run}
	b.bytes = decided.Append(b.bytes[:0], &h.baselines[base%keptTicks])
}

// roster is the list of pilots as all clients have it, and the messages that bring them up to date. A newcomer gets that list, and then the
// same changes as all.
type roster struct {
	pilots  []proto.Pilot // by rising ids
	at      game.Tick     // of the last changes sent
	pingsAt game.Tick     // of the last RTTs sent

	now      []proto.Pilot      // reused
	changes  proto.RosterChange // reused
	rtts     proto.RTTs         // reused
	newcomer proto.Roster       // reused
}

const (
	// rosterPause is the minimum between two rosters, however often pilots change.
	rosterPause = game.TickRate / 4
	// rttsEvery is how often round trips are sent.
	rttsEvery = 5 * game.TickRate
)

// update returns the changes to the current list, valid until the next call.
func (r *roster) update(now []proto.Pilot) *proto.RosterChange {
	r.changes.List = proto.ChangesOf(r.changes.List[:0], r.pilots, now)
	r.pilots = append(r.pilots[:0], now...)
	return &r.changes
}

// listRTTs returns the round trips of the pilots, valid until the next call.
func (r *roster) listRTTs() *proto.RTTs {
	r.rtts.List = r.rtts.List[:0]
	for i := range r.pilots {
		r.rtts.List = append(r.rtts.List, uint8(min(r.pilots[i].Ping/proto.RTTUnit, 0xff)))
	}
	return &r.rtts
}

// forNewcomer returns the list as all clients have it, and the newcomer's own entry. Valid until the next call.
func (r *roster) forNewcomer(own *proto.Pilot) *proto.Roster {
	all := append(r.newcomer.Pilots[:0], r.pilots...)
	if at, there := slices.BinarySearchFunc(all, *own, byID); !there {
		all = slices.Insert(all, at, *own) // which the next changes bring to all
	}
	r.newcomer.Pilots = all
	return &r.newcomer
}

func byID(a, b proto.Pilot) int { return int(a.ID) - int(b.ID) }

// list returns all pilots by rising ids, valid until the next call.
func (r *roster) list(pilots []*pilot) []proto.Pilot {
	r.now = r.now[:0]
	for _, p := range pilots {
		r.now = append(r.now, p.Pilot)
	}
	slices.SortFunc(r.now, byID) // ids restart after 65,535
	return r.now
}
