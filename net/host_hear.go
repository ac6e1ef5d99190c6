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
	for _, p := range h.peers {
		p.down = p.link.Err() != nil // before what it sent last is heard
		h.hearPeer(p, now)
		h.settle(p)
		if !p.down && h.silent(p, now) {
			p.link.Close()
			p.down = true
		}
		if p.down {
			h.lose(p)
		}
	}
	h.peers = slices.DeleteFunc(h.peers, func(p *peer) bool { return p.down })
	h.relieve()
}

func (h *Host) hearPeer(p *peer, now time.Time) {
	h.judge(p, now)
	for range maxHeard {
		if p.leaving || p.waits() {
			break
		}
		packet, ok := p.link.Receive(h.buf)
		if !ok {
			break
		}
		h.buf, p.spoke = packet.Bytes, true
		if packet.Channel == link.Data {
			p.hearInputs(h, packet)
		} else {
			h.hearMessage(p, packet, now)
		}
		if p.pilot != nil {
			p.pilot.heardAt = h.world.Tick
		}
	}
}

// hearMessage takes a control message. Nonsense ends the connection.
func (h *Host) hearMessage(p *peer, packet link.Packet, now time.Time) {
	m, err := proto.Parse(packet.Bytes)
	var version *proto.VersionError
	switch {
	case errors.As(err, &version):
		p.dismiss(&proto.Reject{Code: proto.RejectVersion, Reason: version.Error()})
		return
	case err != nil:
		h.log.Debug("malformed message", "from", p.link.Remote(), "err", err)
		h.kick(p, "malformed message: "+err.Error())
		return
	case !p.budget.spend(packet.At, m): // not now: much may have come while the host stood still
		h.kick(p, "too many messages")
		return
	}
	switch m := m.(type) {
	case *proto.Hello:
		h.hearHello(p, m)
	case *proto.ClientFirst:
		h.hearFirst(p, m, now)
	case *proto.ClientFinal:
		h.hearFinal(p, m, now)
	case *proto.InfoQuery:
		info := h.info()
		link.Settle(p.link)
		p.dismiss(&info)
	default:
		if p.pilot == nil {
			h.kick(p, "expected a hello first")
			return
		}
		h.hearPilot(p, m)
	}
}

// hearPilot takes a message that only somebody in the match may send.
func (h *Host) hearPilot(p *peer, m proto.Message) {
	switch m := m.(type) {
	case *proto.Spawn:
		p.say(&proto.SpawnResult{Status: h.spawn(p.pilot, m), Slot: p.slot()})
	case *proto.Chat:
		if proto.ValidChat(m.Text) == nil && !p.pilot.muted {
			h.speak(p.pilot, m.Text)
		}
	case *proto.SetReady:
		on := m.On && p.sees() // nobody is ready for what he has not seen yet
		h.stale = h.stale || p.pilot.is(proto.Ready) != on
		p.pilot.set(proto.Ready, on)
	case *proto.Pause:
		p.idle = m.On
	case *proto.NeedKeyframe:
		if m.Have >= p.keyframed {
			p.keyframed = 0
		}
	case *proto.Bye:
		p.leaving = true
		p.link.Close()
		h.release(p, "bye")
	}
}
