package net

import (
	"time"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
)

const (
	// rosterEvery is how often the pings in the rosters are brought up to date.
	rosterEvery = 2 * game.TickRate
	rosterPause = game.TickRate / 4
)

// send tells every peer what is new.
func (h *Host) send(now time.Time) {
	h.sendRoster()
	if h.world.Tick%dataEvery != 0 {
		return
	}
	for _, p := range h.peers {
		if p.pilot == nil || p.leaving {
			continue
		}
		if m := p.ping.next(now); m != nil {
			p.say(m)
		}
		h.sendState(p)
	}
}

// sendState brings a client nearer to the present: by orders if it is near
// enough, otherwise by a keyframe, after which its answer is waited for.
func (h *Host) sendState(p *peer) {
	tick := h.world.Tick
	switch {
	case p.keyframed == 0, p.acked >= p.keyframed && !h.history.reaches(p.acked),
		p.acked < p.keyframed && tick-p.keyframed > keyframeAgain:
		p.keyframed = tick
		p.say(&proto.Keyframe{World: proto.AppendWorld(nil, h.setup, &h.world)})
	case p.acked >= p.keyframed:
		report := proto.Report{Slack: p.slack, Heard: p.heard}
		shared := h.history.since(p.acked)
		p.out = append(report.Append(p.out[:0], shared.now), shared.bytes...)
		p.link.Send(link.Data, p.out)
	}
}

// keyframeAgain is how long a client may take to confirm a keyframe. Keyframes
// travel on a reliable channel; another one would only come later.
const keyframeAgain = 5 * game.TickRate

// sendRoster tells who is there when that has changed, but not more often than
// rosterPause, whatever somebody does to be listed anew.
func (h *Host) sendRoster() {
	since := h.world.Tick - h.rosterAt
	if since < rosterPause || !h.stale && since < rosterEvery {
		return
	}
	h.rosterAt, h.stale = h.world.Tick, false
	h.broadcast(h.listPilots())
}

// listPilots returns the roster. It is good until the next call.
func (h *Host) listPilots() *proto.Roster {
	for _, p := range h.peers {
		if p.pilot != nil {
			p.pilot.Ping = uint16(min(p.ping.RTT.Round(time.Millisecond).Milliseconds(), 0xffff))
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
