package net

import (
	"cmp"
	"errors"
	"slices"
	"time"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
)

// receive handles the messages that peers sent since the last tick, and drops peers with a silent or lost link.
func (h *Host) receive(now time.Time) {
	for _, p := range h.peers.all {
		p.down = p.link.Err() != nil // checked first: its last packets are still to be read
		h.receiveFrom(p, now)
		if p.settles() && h.conf.Settled != nil {
			h.conf.Settled(p.link)
		}
		if !p.down && p.silent(h.match.World.Tick, now) {
			p.link.Close()
			p.down = true
		}
		if p.down && p.pilot != nil {
			h.match.loseLink(p.pilot, p.link.Err())
		}
	}
	h.peers.all = slices.DeleteFunc(h.peers.all, func(p *peer) bool { return p.down })
	h.match.freeOverdueSeats()
}

func (h *Host) receiveFrom(p *peer, now time.Time) {
	h.judge(p, now)
	for range maxReceived {
		if p.leaving || p.waits() {
			break
		}
		packet, ok := p.link.Receive(h.buf)
		if !ok {
			break
		}
		h.buf, p.active = packet.Bytes, true
		if packet.Channel == link.Data {
			present := h.viewOf(p).world.Tick
			h.match.missed += p.receiveInputs(packet, present, h.match.World.Tick-present, &h.clock)
		} else {
			h.handleMessage(p, packet, now)
		}
		if p.pilot != nil {
			p.pilot.lastPacket = h.match.World.Tick
		}
	}
}

// handleMessage handles a control message. A malformed one ends the connection.
func (h *Host) handleMessage(p *peer, packet link.Packet, now time.Time) {
	m, err := proto.Parse(packet.Bytes)
	var version *proto.VersionError
	switch {
	case errors.As(err, &version):
		h.counts.refuse(p, &proto.Reject{Code: proto.RejectVersion, Reason: version.Reason()})
		return
	case err != nil:
		h.log.Debug("malformed message", "from", p.link.Remote(), "err", err)
		h.counts.Malformed++
		h.kick(p, "malformed message: "+err.Error())
		return
	case !p.budget.spend(packet.At, m): // by arrival: many may have queued up while the host was stopped
		h.counts.Flooded++
		h.kick(p, "too many messages")
		return
	}
	switch m := m.(type) {
	case *proto.Hello:
		h.handleHello(p, m)
	case *proto.Ticket: // read by the door that brings links here
	case *proto.ClientFirst:
		h.kickIf(p, h.handleFirst(p, m.Text, now))
	case *proto.ClientFinal:
		h.kickIf(p, h.handleFinal(p, m.Text, now))
	case *proto.InfoQuery:
		info, progress := h.describe(), h.progress()
		link.Settle(p.link)
		p.send(&info)
		p.send(&progress)
		if reject := h.refusesAll(); reject != nil {
			p.send(reject)
		}
		p.dismiss(cmp.Or(h.door.Load(), &proto.Web{}))
	default:
		if p.pilot == nil {
			h.kick(p, "hello must come first")
			return
		}
		h.handlePilotMessage(p, m)
	}
}

// handlePilotMessage handles a message that only a client in the match may send.
func (h *Host) handlePilotMessage(p *peer, m proto.Message) {
	if m.Type() != proto.NeedKeyframeType { // which clients send without their player
		p.pilot.noteActive(h.match.World.Tick)
	}
	switch m := m.(type) {
	case *proto.Spawn:
		status := h.spawn(p.pilot, m)
		p.requested = true
		h.updateDelay(p)
		p.send(&proto.SpawnResult{Status: status, Slot: p.slot()})
	case *proto.Chat:
		if err := proto.ValidChat(m.Text); err == nil && !h.handleCommand(p, m.Text) && !p.pilot.Muted {
			h.queueChat(p.pilot, m.Text)
		}
	case *proto.CallVote:
		h.replyError(p, h.callVote(p.pilot, m))
	case *proto.CastVote:
		if m.Number == h.polls.number {
			h.replyError(p, h.castVote(p.pilot, m.Yes))
		}
	case *proto.SetReady:
		on := m.On && p.sees() // players cannot be ready for a match they do not see
		h.match.stale = h.match.stale || p.pilot.is(proto.Ready) != on
		p.pilot.set(proto.Ready, on)
	case *proto.Vote:
		h.match.vote(p.pilot, m)
	case *proto.Pause:
		p.idle = m.On
	case *proto.NeedKeyframe:
		if m.Have >= p.keyframed {
			if p.sees() { // else it still waits for its first
				h.counts.Desyncs++
			}
			p.keyframed = 0
		}
	case *proto.Bye:
		p.leaving = true
		p.link.Close()
		h.release(p, "bye")
	}
}

// spawn gives a pilot a ship or, if they have one, stores their choice for the next.
func (h *Host) spawn(p *pilot, m *proto.Spawn) proto.SpawnStatus {
	if !p.seated() && h.Draining() {
		h.peers.notify(p, closingText)
		return proto.SpawnFull
	}
	return h.match.spawn(p, m, func(p *pilot) bool { return h.admission.crowded(p, &h.match.seats) })
}

// kickIf kicks a peer that caused an error.
func (h *Host) kickIf(p *peer, err error) {
	if err != nil {
		h.kick(p, err.Error())
	}
}

// kick removes a peer and its pilot for good.
func (h *Host) kick(p *peer, reason string) {
	p.dismiss(&proto.Kick{Reason: reason})
	h.release(p, reason)
}

// release removes the pilot of a peer that leaves for good.
func (h *Host) release(p *peer, why string) {
	if pilot := p.pilot; pilot != nil {
		p.pilot = nil
		h.match.remove(pilot, why)
	}
}

// handleHello lets a visitor in, or back in.
func (h *Host) handleHello(p *peer, hello *proto.Hello) {
	if p.pilot != nil {
		h.kick(p, "unexpected second hello")
		return
	}
	keys := h.admission.linkedKeys(p.link.Identity())
	reject, new := h.admission.refusal(p, keys), false
	if reject == nil {
		p.pilot, new, reject = h.pilotFor(p, hello, keys)
	}
	if reject != nil {
		h.counts.refuse(p, reject)
		return
	}
	link.Settle(p.link)
	p.pilot.lastPacket, p.pilot.Address = h.match.World.Tick, p.link.Remote()
	if p.pilot.seated() && h.admission.crowded(p.pilot, &h.match.seats) { // a seat must not move to a crowded address
		h.match.unseat(p.pilot)
	}
	p.pace = game.Tick(hello.Pace)
	p.watches, p.entered, p.late = hello.Purpose == proto.Spectate, h.match.World.Tick, h.isLate(p.pilot)
	h.welcome(p, new)
}

// pilotFor returns the pilot for a peer: a returning one or a new one. reject says why there is none.
func (h *Host) pilotFor(p *peer, hello *proto.Hello, keys []string) (pilot *pilot, new bool, reject *proto.Reject) {
	name, err := proto.CleanName(hello.Name)
	if back := h.match.returning(hello, keys, name); back != nil {
		h.peers.dropOldLinks(back)
		h.match.reclaimSeat(back, hello.Token, p.link.Remote())
		if err == nil {
			h.match.requestName(back, name)
		}
		return back, false, nil
	}
	switch {
	case err != nil:
		return nil, false, &proto.Reject{Code: proto.RejectName, Reason: err.Error()}
	case h.votedOut(p, keys) > 0:
		return nil, false, &proto.Reject{Code: proto.RejectBanned, Reason: votedOutText(h.votedOut(p, keys))}
	case h.Draining():
		link.Settle(p.link)
		return nil, false, h.refusesAll()
	case h.match.players() >= proto.MaxPeople:
		link.Settle(p.link)
		return nil, false, &proto.Reject{Code: proto.RejectFull, Reason: "the match is full, spectators too"}
	}
	pilot = h.match.join(name, p.link.Identity(), p.link.Remote())
	pilot.Muted = h.admission.muted.isMuted(p.link.Remote(), keys)
	return pilot, true, nil
}

// welcome sends a client all it needs to play and, if the player is new, the message of the day.
func (h *Host) welcome(p *peer, new bool) {
	p.send(&proto.Welcome{
		Version: proto.Version, Token: p.pilot.Token, Pilot: p.pilot.ID, Slot: p.slot(),
		TickRate: game.TickRate, Epoch: h.epoch, Title: h.conf.Title, Setup: h.viewOf(p).setup,
	})
	p.send(h.rosterFor(p))
	if p.pilot.Muted {
		p.send(notice(mutedText(true)))
	}
	if new {
		for _, line := range h.conf.Welcome {
			p.send(notice(line))
		}
	}
	h.sendResults(p)
	h.match.stale = true
}
