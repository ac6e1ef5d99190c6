package net

import (
	"time"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
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
