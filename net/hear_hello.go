package net

import (
	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
)

// hearHello lets a visitor in, or back in.
func (h *Host) hearHello(p *peer, hello *proto.Hello) {
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
	p.pilot.heardAt, p.pilot.Address = h.match.World.Tick, p.link.Remote()
	if p.pilot.seated() && h.admission.crowded(p.pilot, &h.match.seats) { // a seat is not to be carried there
		h.match.unseat(p.pilot)
	}
	p.pace = game.Tick(hello.Pace)
	p.watches, p.entered, p.late = hello.Purpose == proto.Spectate, h.match.World.Tick, h.isLate(p.pilot)
	h.welcome(p, new)
}

// pilotFor returns the pilot whom a peer that may come in flies: one who comes back, or a
// new one. Or it says why there is none.
func (h *Host) pilotFor(p *peer, hello *proto.Hello, keys []string) (pilot *pilot, new bool, reject *proto.Reject) {
	name, err := proto.CleanName(hello.Name)
	if back := h.match.returning(hello, keys, name); back != nil {
		h.peers.takeOver(back)
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
	pilot.Muted = h.admission.muted.silence(p.link.Remote(), keys)
	return pilot, true, nil
}

// welcome tells a client all that it has to know before it can play, and a new player the message of the day.
func (h *Host) welcome(p *peer, new bool) {
	p.say(&proto.Welcome{
		Version: proto.Version, Token: p.pilot.Token, Pilot: p.pilot.ID, Slot: p.slot(),
		TickRate: game.TickRate, Epoch: h.epoch, Title: h.conf.Title, Setup: h.shown(p).setup,
	})
	p.say(h.rosterFor(p))
	if p.pilot.Muted {
		p.say(notice(mutedText(true)))
	}
	if new {
		for _, line := range h.conf.Welcome {
			p.say(notice(line))
		}
	}
	h.sayResults(p)
	h.match.stale = true
}
