package net

import (
	"time"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
)

const (
	// rosterPause is the least between two rosters, whatever somebody does to
	// be listed anew.
	rosterPause = game.TickRate / 4
	// rttsEvery is how often the round trips in the rosters are brought up to date.
	rttsEvery = 4 * game.TickRate
)

// send tells every peer what is new.
func (h *Host) send(now time.Time) {
	h.sendRoster()
	for _, p := range h.peers {
		if p.pilot != nil && !p.leaving && h.world.Tick%p.pace == 0 {
			p.meter.read(now, p.link)
			h.sendState(p, now)
		}
	}
}

// sendState brings a client nearer to the present: by orders if it is near
// enough, otherwise by a keyframe, after which its answer is waited for.
func (h *Host) sendState(p *peer, now time.Time) {
	tick := h.world.Tick
	switch {
	case p.keyframed == 0, p.acked >= p.keyframed && !h.history.reaches(p.acked),
		p.acked < p.keyframed && tick-p.keyframed > keyframeAgain:
		p.keyframed = tick
		p.base.restart()
		p.say(&proto.Keyframe{World: proto.AppendWorld(nil, h.setup, &h.world)})
	case p.acked >= p.keyframed:
		report := proto.Report{Slack: p.slack, Heard: p.heard, Pong: p.answerer.next(now, p.meter.Lost, &h.toll)}
		base := p.base.of(tick, p.pace)
		shared := h.history.since(base)
		p.base.note(shared.now)
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
	switch since := h.world.Tick - h.rosterAt; {
	case h.stale && since >= rosterPause:
		h.rosterAt, h.stale = h.world.Tick, false
		h.broadcast(h.listPilots())
	case !h.stale && since >= rttsEvery:
		h.rosterAt = h.world.Tick
		h.broadcast(h.listRTTs())
	}
}

// listRTTs returns the round trips of the pilots in the last roster. It is good
// until the next call.
func (h *Host) listRTTs() *proto.RTTs {
	h.rtts.List = h.rtts.List[:0]
	for _, pilot := range h.listPilots().Pilots {
		h.rtts.List = append(h.rtts.List, uint8(min(pilot.Ping/proto.RTTUnit, 0xff)))
	}
	return &h.rtts
}

// listPilots returns the roster. It is good until the next call.
func (h *Host) listPilots() *proto.Roster {
	for _, p := range h.peers {
		if p.pilot != nil {
			p.pilot.Ping = uint16(p.RTT.Milliseconds())
		}
	}
	h.roster.Pilots = h.roster.Pilots[:0]
	for _, p := range h.pilots {
		h.roster.Pilots = append(h.roster.Pilots, p.Pilot)
	}
	return &h.roster
}

// notice has the host itself say something to everybody but one.
func (h *Host) notice(but *pilot, text string) {
	h.buf = (&proto.Chat{Pilot: proto.Notice, Text: text}).Append(h.buf[:0])
	for _, p := range h.peers {
		if p.pilot != nil && p.pilot != but && !p.leaving {
			p.link.Send(link.Control, h.buf)
		}
	}
}

// broadcast says something to everybody in the match.
func (h *Host) broadcast(m proto.Message) {
	h.buf = m.Append(h.buf[:0])
	for _, p := range h.peers {
		if p.pilot != nil && !p.leaving {
			p.link.Send(link.Control, h.buf)
		}
	}
}
