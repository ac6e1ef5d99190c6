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
	for _, p := range h.peers.all {
		if p.pilot == nil || p.leaving {
			continue
		}
		h.place(p)
		if h.match.World.Tick%p.pace == 0 && !p.undecided(h.match.World.Tick) {
			p.meter.read(now, p.link)
			h.sendState(p, now)
		}
	}
}

// sendState brings a client nearer to the present: by orders if it is near
// enough, otherwise by a keyframe, after which its answer is waited for.
func (h *Host) sendState(p *peer, now time.Time) {
	see := h.shown(p)
	tick := see.world.Tick
	switch {
	case p.keyframed == 0, p.acked >= p.keyframed && !see.history.reaches(p.acked),
		p.acked < p.keyframed && tick-p.keyframed > keyframeAgain:
		p.keyframed = tick
		h.counts.keyframes++
		p.base.restart()
		p.say(&proto.Keyframe{World: proto.AppendWorld(nil, see.setup, see.world)})
		if p.late && !p.explained {
			p.explained = true
			p.say(notice(lateText(h.late.behind)))
		}
	case p.acked >= p.keyframed:
		report := proto.Report{Slack: p.slack, Heard: p.heard, Pong: p.answerer.next(now, p.meter.Lost, &h.clock.stats)}
		base := p.base.of(tick, p.pace)
		shared := see.history.since(base)
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
	tick, told := h.match.World.Tick, &h.told
	pings := tick-told.pingsAt >= rttsEvery
	if !pings && (!h.match.stale || tick-told.at < rosterPause) {
		return
	}
	changes := told.update(h.listPilots())
	h.match.camera.cast(told.pilots)
	h.match.proof.cast(told.pilots)
	told.at, h.match.stale = tick, false
	if len(changes.List) > 0 {
		h.peers.broadcast(changes)
	}
	if pings {
		told.pingsAt = tick
		h.peers.broadcast(told.listRTTs())
	}
}
