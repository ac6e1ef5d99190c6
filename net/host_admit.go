package net

import (
	"crypto/rand"
	"slices"
	"time"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
)

// admit takes in a link whose end has still to say who it is.
func (h *Host) admit(l link.Link) {
	h.peers = append(h.peers, &peer{link: l, since: time.Now()})
}

// hearHello lets somebody in, or back in.
func (h *Host) hearHello(p *peer, m *proto.Hello) {
	if p.pilot != nil {
		h.kick(p, "expected one hello, a second came")
		return
	}
	name, err := proto.CleanName(m.Name)
	kin := h.kin(p.link.Identity())
	back := h.byToken(m.Token)
	if back == nil && m.Purpose == proto.Play {
		back = h.awaited(kin, name, h.world.Tick)
	}
	switch {
	case h.bars(p.link.Remote(), kin):
		h.log.Info("refused", "why", "banned", "from", p.link.Remote(), "identity", p.link.Identity())
		p.dismiss(&proto.Reject{Code: proto.RejectBanned, Reason: banned})
		return
	case !h.passes(p):
		return
	case back != nil:
		h.takeBack(p, back)
		if err == nil {
			h.requestName(back, name)
		}
	case err != nil:
		p.dismiss(&proto.Reject{Code: proto.RejectName, Reason: err.Error()})
		return
	case h.people() >= proto.MaxPeople:
		link.Settle(p.link)
		p.dismiss(&proto.Reject{Code: proto.RejectFull, Reason: "the match is full, spectators too"})
		return
	default:
		p.pilot = h.enter(name, 0)
		rand.Read(p.pilot.token[:])
		p.pilot.talk.came, p.pilot.talk.last = h.world.Tick, h.world.Tick
		p.pilot.identity = p.link.Identity()
		p.pilot.muted = slices.ContainsFunc(kin, func(identity string) bool { return h.muted[identity] })
		h.log.Info("pilot came", "name", p.pilot.Name, "from", p.link.Remote(), "identity", p.pilot.identity)
		h.announce(p.pilot, p.pilot.Name+" has joined")
	}
	link.Settle(p.link)
	p.pilot.heardAt, p.pilot.address = h.world.Tick, p.link.Remote()
	p.pace = game.Tick(m.Pace)
	p.watches = m.Purpose == proto.Spectate
	p.say(&proto.Welcome{
		Version: proto.Version, Token: p.pilot.token, Pilot: p.pilot.ID, Slot: p.slot(),
		TickRate: game.TickRate, Title: h.conf.Title, Setup: h.setup,
	})
	p.say(h.told.forNewcomer(&p.pilot.Pilot))
	if h.overAt != 0 {
		left := max(int(resultsTime)-int(h.world.Tick-h.overAt), 0)
		p.say(&proto.MatchOver{NextIn: uint16(left * 10 / game.TickRate)})
	}
	h.stale = true
}

// kin returns all identities of whoever has one; none of somebody without.
func (h *Host) kin(identity string) []string {
	switch {
	case identity == "":
		return nil
	case h.conf.Kin == nil:
		return []string{identity}
	}
	return h.conf.Kin(identity)
}

// takeBack gives a pilot his seat again over a new link. An old one that seems
// to be up is cut: who knows the token is the pilot, and so is who has his key once
// nothing is heard of him.
func (h *Host) takeBack(p *peer, who *pilot) {
	for _, other := range h.peers {
		if other.pilot == who {
			other.pilot = nil
			other.dismiss(&proto.Kick{Reason: "your seat was taken over from another link"})
		}
	}
	who.set(proto.Away|proto.BotPilot, false)
	who.held = false
	who.inputs = inputQueue{cameAt: h.world.Tick}
	p.pilot = who
	h.log.Info("pilot came back", "name", who.Name, "from", p.link.Remote())
	h.announce(who, who.Name+" is back")
}

// lose notes that a peer's link is down.
func (h *Host) lose(p *peer) {
	switch {
	case p.pilot == nil:
	case p.pilot.seated():
		p.pilot.set(proto.Away, true)
		h.stale = true
		h.log.Info("link lost", "name", p.pilot.Name, "err", p.link.Err())
		h.announce(p.pilot, p.pilot.Name+" has lost the link")
	default:
		h.part(p.pilot, "link lost")
	}
}

// kick throws a peer out. Its pilot does not come back.
func (h *Host) kick(p *peer, reason string) {
	p.dismiss(&proto.Kick{Reason: reason})
	h.release(p, reason)
}

// release takes leave of the pilot of a peer that goes for good.
func (h *Host) release(p *peer, why string) {
	if who := p.pilot; who != nil {
		p.pilot = nil
		h.part(who, why)
	}
}

// part takes leave of a pilot.
func (h *Host) part(p *pilot, why string) {
	h.leave(p)
	h.log.Info("pilot left", "name", p.Name, "why", why)
	h.announce(nil, p.Name+" has left")
}

// announceEvery is how often the host tells of comings and goings at most,
// beyond announceBurst: who connects again and again must not fill everybody's
// chat. The roster tells of all of them.
const (
	announceEvery = game.TickRate
	announceBurst = 10
)

// announce tells everybody but one that somebody came or went.
func (h *Host) announce(but *pilot, text string) {
	full := max(h.announced, h.world.Tick) + announceEvery
	if full-h.world.Tick <= announceBurst*announceEvery {
		h.announced = full
		h.notice(but, text)
	}
}

// spawn gives a pilot a ship, or notes what he wants to fly next.
func (h *Host) spawn(p *pilot, m *proto.Spawn) proto.SpawnStatus {
	switch {
	case int(m.Weapon) >= len(h.setup.Weapons):
		return proto.SpawnBadWeapon
	case int(m.Class) >= len(h.setup.Classes):
		return proto.SpawnBadClass
	}
	if h.requestName(p, m.Name) != nil {
		return proto.SpawnBadName
	}
	p.class, p.weapon = m.Class, m.Weapon
	if m.Team != 0 && h.setup.Mode.HasTeam(m.Team) {
		p.team = m.Team
	} else if !h.setup.Mode.HasTeam(p.team) {
		p.team = h.smallerTeam(h.setup.Mode)
	}
	switch {
	case p.seated():
		h.requestChoice(p)
	case h.seat(p) || h.makeRoom() && h.seat(p):
		p.inputs.cameAt = h.world.Tick
	default:
		return proto.SpawnFull
	}
	return proto.SpawnOK
}
