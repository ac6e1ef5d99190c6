package net

import (
	"errors"
	"slices"
	"time"

	"dogfight/net/link"
	"dogfight/proto"
)

// hear takes what all peers sent since the last tick, and lets go of those who
// went away or seem to have.
func (h *Host) hear(now time.Time) {
	for _, p := range h.peers.all {
		p.down = p.link.Err() != nil // before what it sent last is heard
		h.hearPeer(p, now)
		if p.settles() && h.conf.Settled != nil {
			h.conf.Settled(p.link)
		}
		if !p.down && p.silent(h.match.World.Tick, now) {
			p.link.Close()
			p.down = true
		}
		if p.down && p.pilot != nil {
			h.match.lose(p.pilot, p.link.Err())
		}
	}
	h.peers.all = slices.DeleteFunc(h.peers.all, func(p *peer) bool { return p.down })
	h.match.relieve()
}

func (h *Host) hearPeer(p *peer, now time.Time) {
	h.judge(p, now)
	for range maxHeard {
		if p.leaving || p.waits() {
			break
		}
		packet, ok := p.link.Receive(h.received)
		if !ok {
			break
		}
		h.received, p.spoke = packet.Bytes, true
		if packet.Channel == link.Data {
			present := h.shown(p).world.Tick
			h.match.missed += p.hearInputs(packet, present, h.match.World.Tick-present, &h.clock)
		} else {
			h.hearMessage(p, packet, now)
		}
		if p.pilot != nil {
			p.pilot.heardAt = h.match.World.Tick
		}
	}
}

// hearMessage takes a control message. Nonsense ends the connection.
func (h *Host) hearMessage(p *peer, packet link.Packet, now time.Time) {
	m, err := proto.Parse(packet.Bytes)
	var version *proto.VersionError
	switch {
	case errors.As(err, &version):
		h.counts.refuse(p, &proto.Reject{Code: proto.RejectVersion, Reason: version.Reason()})
		return
	case err != nil:
		h.log.Debug("malformed message", "from", p.link.Remote(), "err", err)
		h.counts.malformed++
		h.kick(p, "malformed message: "+err.Error())
		return
	case !p.budget.spend(packet.At, m): // not now: much may have come while the host stood still
		h.counts.flooded++
		h.kick(p, "too many messages")
		return
	}
	switch m := m.(type) {
	case *proto.Hello:
		h.hearHello(p, m)
	case *proto.Ticket: // which those look at who bring links here
	case *proto.ClientFirst:
		h.kickIf(p, h.hearFirst(p, m.Text, now))
	case *proto.ClientFinal:
		h.kickIf(p, h.hearFinal(p, m.Text, now))
	case *proto.InfoQuery:
		info, progress := h.describe(), h.progress()
		link.Settle(p.link)
		p.say(&info)
		p.say(&progress)
		if reject := h.refusesAll(); reject != nil {
			p.say(reject)
		}
		p.dismiss(h.web())
	default:
		if p.pilot == nil {
			h.kick(p, "hello must come first")
			return
		}
		h.hearPilot(p, m)
	}
}

// hearPilot takes a message that only a client in the match may send.
func (h *Host) hearPilot(p *peer, m proto.Message) {
	if m.Type() != proto.NeedKeyframeType { // which a client says by itself
		p.pilot.stir(h.match.World.Tick)
	}
	switch m := m.(type) {
	case *proto.Spawn:
		status := h.spawn(p.pilot, m)
		p.requested = true
		h.place(p)
		p.say(&proto.SpawnResult{Status: status, Slot: p.slot()})
	case *proto.Chat:
		if err := proto.ValidChat(m.Text); err == nil && !h.hearCommand(p, m.Text) && !p.pilot.Muted {
			h.speak(p.pilot, m.Text)
		}
	case *proto.CallVote:
		h.answer(p, h.callVote(p.pilot, m))
	case *proto.CastVote:
		if m.Number == h.polls.number {
			h.answer(p, h.castVote(p.pilot, m.Yes))
		}
	case *proto.SetReady:
		on := m.On && p.sees() // nobody is ready for what they have not seen yet
		h.match.stale = h.match.stale || p.pilot.is(proto.Ready) != on
		p.pilot.set(proto.Ready, on)
	case *proto.Vote:
		h.match.vote(p.pilot, m)
	case *proto.Pause:
		p.idle = m.On
	case *proto.NeedKeyframe:
		if m.Have >= p.keyframed {
			if p.sees() { // otherwise it waits for its first
				h.counts.desyncs++
			}
			p.keyframed = 0
		}
	case *proto.Bye:
		p.leaving = true
		p.link.Close()
		h.release(p, "bye")
	}
}

// spawn gives a pilot a ship, or notes what they want to fly next.
func (h *Host) spawn(p *pilot, m *proto.Spawn) proto.SpawnStatus {
	if !p.seated() && h.Draining() {
		h.peers.tell(p, closing)
		return proto.SpawnFull
	}
	return h.match.spawn(p, m, func(p *pilot) bool { return h.admission.crowded(p, &h.match.seats) })
}

// kickIf throws a peer out that did what it should not.
func (h *Host) kickIf(p *peer, err error) {
	if err != nil {
		h.kick(p, err.Error())
	}
}

// kick throws a peer out. Its pilot does not come back.
func (h *Host) kick(p *peer, reason string) {
	p.dismiss(&proto.Kick{Reason: reason})
	h.release(p, reason)
}

// release takes leave of the pilot of a peer that goes for good.
func (h *Host) release(p *peer, why string) {
	if pilot := p.pilot; pilot != nil {
		p.pilot = nil
		h.match.part(pilot, why)
	}
}
